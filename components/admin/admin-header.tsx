import type { ReactNode } from "react";
import { Lockup } from "@/components/brand/lockup";
import { Mark } from "@/components/brand/mark";
import { SiteLink } from "@/components/layout/site-link";
import { brand } from "@/lib/brand";

export const adminNavigationClass =
  "inline-flex min-h-11 items-center text-label font-nav whitespace-nowrap text-ink-2 decoration-1 underline-offset-[.45em] hover:text-ink hover:underline";

/** The header of an editor screen, with the screen's links. */
export function AdminHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="border-b border-rule">
      <div className="wrap flex min-h-16 items-center justify-between gap-x-5">
        <SiteLink
          href="/"
          aria-label={`${brand.name}, home`}
          className="inline-flex min-h-11 flex-none items-center"
        >
          <Mark className="h-[21px] w-6 md:hidden" />
          <Lockup className="-mt-[3px] hidden h-[25px] w-auto md:block" />
        </SiteLink>
        {children && (
          <nav
            aria-label="Admin"
            className="flex flex-wrap justify-end gap-x-[clamp(1rem,.25rem_+_2.4vw,2.25rem)]"
          >
            {children}
          </nav>
        )}
      </div>
    </header>
  );
}

export type AdminLinkProps = { href: string; isCurrent?: boolean; children: string };

export function AdminLink({ href, isCurrent = false, children }: AdminLinkProps) {
  return (
    <SiteLink
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={`${adminNavigationClass} aria-[current]:text-ink aria-[current]:underline`}
    >
      {children}
    </SiteLink>
  );
}

/** The current screen's name, among the links. */
export function AdminLabel({ children }: { children: string }) {
  return (
    <span aria-current="page" className={`${adminNavigationClass} text-ink! underline`}>
      {children}
    </span>
  );
}
