import type { ReactNode } from "react";
import { brand } from "@/lib/brand";
import { subscriberFooterLinks } from "./navigation-links";
import { SiteFooter } from "./site-footer";
import { ResponsiveLockup } from "./site-header";
import { SiteLink } from "./site-link";
import { SupportLink } from "./support-link";

export type ScreenFrameProps = {
  /** Shown next to the support link. */
  headerLinks?: ReactNode;
  /** A second row of the header. */
  underHeader?: ReactNode;
  children: ReactNode;
};

/** Header and footer of the onboarding and account screens, with a support link. */
export function ScreenFrame({ headerLinks, underHeader, children }: ScreenFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-rule">
        <div className="wrap grid gap-y-2 py-3.5">
          <div className="flex items-center justify-between gap-6">
            <SiteLink
              href="/"
              aria-label={`${brand.name}, home`}
              className="inline-flex min-h-11 items-center"
            >
              <ResponsiveLockup linkCount={headerLinks ? 3 : 1} />
            </SiteLink>
            <span className="flex items-center gap-x-6 text-small">
              <SupportLink>Support</SupportLink>
              {headerLinks}
            </span>
          </div>
          {underHeader}
        </div>
      </header>
      <main
        id="main"
        className="wrap w-full flex-1 pt-[clamp(2.25rem,1.2rem+4.4vw,5rem)] pb-(--section)"
      >
        {children}
      </main>
      <SiteFooter links={subscriberFooterLinks} />
    </div>
  );
}
