import type { ReactNode } from "react";
import { readingFooterLinks, readingHeaderLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { Nameplate } from "./nameplate";

export type ListFrameProps = {
  /** YYYY-MM-DD */
  today: string;
  /** About days off; null if there are none. */
  gap: string | null;
  signUpUrl: string;
  children: ReactNode;
};

/** Everything on the post list's page except its rows. */
export function ListFrame({ children, ...nameplate }: ListFrameProps) {
  return (
    <>
      <SiteHeader links={readingHeaderLinks} isMarkOnly />
      <main id="main">
        <Nameplate {...nameplate} />
        {children}
      </main>
      <SiteFooter links={readingFooterLinks(nameplate.signUpUrl)} isLockupRepeated={false} />
    </>
  );
}
