import { Lockup } from "@/components/brand/lockup";
import { Mark } from "@/components/brand/mark";
import { brand } from "@/lib/brand";
import type { NavigationLink } from "./navigation-links";
import { SiteLink } from "./site-link";

export type SiteHeaderProps = {
  links: readonly NavigationLink[];
  /** Path of the current page, to mark its link. */
  current?: string;
  /** For pages that show a large wordmark below the header. */
  isMarkOnly?: boolean;
};

export function SiteHeader({ links, current, isMarkOnly = false }: SiteHeaderProps) {
  return (
    <header className="border-b border-rule">
      <div className="wrap flex min-h-18 flex-wrap items-center justify-between gap-x-3">
        <SiteLink
          href="/"
          aria-label={`${brand.name}, home`}
          className="inline-flex min-h-11 flex-none items-center"
        >
          {isMarkOnly ? <Mark /> : <ResponsiveLockup linkCount={links.length} />}
        </SiteLink>
        <nav
          aria-label="Main"
          className="flex flex-wrap gap-x-[clamp(1rem,.25rem_+_2.4vw,2.25rem)]"
        >
          {links.map(({ label, href }) => (
            <SiteLink
              key={label}
              href={href}
              aria-current={href === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center text-label font-nav whitespace-nowrap text-ink-2 decoration-1 underline-offset-[.45em] hover:text-ink hover:underline aria-[current]:text-ink aria-[current]:underline"
            >
              {label}
            </SiteLink>
          ))}
        </nav>
      </div>
    </header>
  );
}

/** Drops the wordmark and shows the mark alone on narrow screens; sooner with more links. */
export function ResponsiveLockup({ linkCount }: { linkCount: number }) {
  const [markClass, lockupClass] =
    linkCount > 2 ? ["xs:hidden", "hidden xs:block"] : ["2xs:hidden", "hidden 2xs:block"];
  return (
    <>
      <Mark className={`h-[21px] w-6 ${markClass}`} />
      <Lockup className={`-mt-[3px] h-[25px] w-auto ${lockupClass}`} />
    </>
  );
}
