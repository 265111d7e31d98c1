import type { ReactNode } from "react";
import { legalHeaderLinks, readingFooterLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";

export type LegalFrameProps = {
  /** Path of the page, to mark its link in the header. */
  current: string;
  signUpUrl: string;
  children: ReactNode;
};

/** The header and footer of About and the legal pages. */
export function LegalFrame({ current, signUpUrl, children }: LegalFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader links={legalHeaderLinks} current={current} />
      <main
        id="main"
        className="wrap w-full flex-1 pt-[clamp(2.5rem,1.4rem+4.6vw,5rem)] pb-(--section)"
      >
        {children}
      </main>
      <SiteFooter links={readingFooterLinks(signUpUrl)} />
    </div>
  );
}
