import type { ReactNode } from "react";
import { readingFooterLinks, readingHeaderLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";

/** The header and footer of the search and of a month. */
export function ArchiveFrame({ signUpUrl, children }: { signUpUrl: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader links={readingHeaderLinks} />
      <div className="flex-1">{children}</div>
      <SiteFooter links={readingFooterLinks(signUpUrl)} />
    </div>
  );
}
