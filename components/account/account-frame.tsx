import type { ReactNode } from "react";
import { ScreenFrame } from "@/components/layout/screen-frame";
import { SiteLink } from "@/components/layout/site-link";
import { accountScreen } from "@/lib/messages/account";

export type AccountFrameProps = {
  /** For a screen without its own "Back to Home". */
  hasHomeLink?: boolean;
  children: ReactNode;
};

/** Header and footer of the account screens. */
export function AccountFrame({ hasHomeLink = false, children }: AccountFrameProps) {
  const homeLink = (
    <SiteLink href="/" className="whitespace-nowrap text-link">
      {accountScreen.backToHome}
    </SiteLink>
  );
  return <ScreenFrame headerLinks={hasHomeLink && homeLink}>{children}</ScreenFrame>;
}
