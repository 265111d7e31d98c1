import type { ReactNode } from "react";
import { readingFooterLinks, readingHeaderLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";

/** The header and footer of an article, in the dark theme. */
export function ArticleFrame({ signUpUrl, children }: { signUpUrl: string; children: ReactNode }) {
  return (
    <div data-theme="dark" data-page-theme="dark" className="flex min-h-dvh flex-col bg-paper">
      <SiteHeader links={readingHeaderLinks} />
      <div className="flex-1">{children}</div>
      <SiteFooter links={readingFooterLinks(signUpUrl)} />
    </div>
  );
}
