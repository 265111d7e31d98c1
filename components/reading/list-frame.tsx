import type { ReactNode } from "react";
import { readingFooterLinks, readingHeaderLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { Nameplate } from "./nameplate";

export type ListFrameProps = {
  /** YYYY-MM-DD */
  today: string;
  signUpUrl: string;
  children: ReactNode;
};

/** Everything on the page of the post list but its rows. */
export function ListFrame({ today, signUpUrl, children }: ListFrameProps) {
  return (
    <>
      <SiteHeader links={readingHeaderLinks} isMarkOnly />
      <main id="main">
        <Nameplate today={today} signUpUrl={signUpUrl} />
        {children}
      </main>
      <SiteFooter links={readingFooterLinks(signUpUrl)} isLockupRepeated={false} />
    </>
  );
}
