import { Lockup } from "@/components/brand/lockup";
import { brand } from "@/lib/brand";
import { siteMessages } from "@/lib/messages/site";
import type { NavigationLink } from "./navigation-links";
import { SiteLink } from "./site-link";

export type SiteFooterProps = {
  links: readonly NavigationLink[];
  /** Whether the header already contains the wordmark, so that the footer can refer to it. */
  isLockupRepeated?: boolean;
};

export function SiteFooter({ links, isLockupRepeated = true }: SiteFooterProps) {
  return (
    <footer className="border-t border-rule pt-12 pb-10">
      <div className="wrap">
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-6">
          <SiteLink
            href="/"
            aria-label={`${brand.name}, home`}
            className="inline-flex min-h-11 items-center"
          >
            <Lockup isRepeat={isLockupRepeated} className="-mt-[3px] h-[25px] w-auto" />
          </SiteLink>
          <nav
            aria-label="Footer"
            className="grid w-full grid-cols-2 gap-x-5 sm:flex sm:w-auto sm:flex-wrap sm:gap-x-7"
          >
            {links.map(({ label, href }) => (
              <SiteLink
                key={label}
                href={href}
                className="inline-flex min-h-11 items-center text-label text-ink-2 decoration-1 underline-offset-[.35em] hover:text-ink hover:underline"
              >
                {label}
              </SiteLink>
            ))}
          </nav>
        </div>
        <div className="mt-6 grid justify-between gap-x-8 gap-y-1 border-t border-rule pt-5 text-small text-ink-3 sm:flex">
          <span>
            © {currentYear()} {brand.name}
          </span>
          <span>{siteMessages.disclaimer}</span>
        </div>
      </div>
    </footer>
  );
}

function currentYear(): number {
  return new Date().getFullYear();
}
