import type { ReactNode } from "react";
import { Lockup } from "@/components/brand/lockup";
import { Mark } from "@/components/brand/mark";
import { SiteLink } from "@/components/layout/site-link";
import { brand } from "@/lib/brand";

export type AdminHeaderProps = {
  /** Where the logo leads, and its name; by default to the site's home page. */
  home?: { href: string; label: string };
  children?: ReactNode;
};

/** The header of the admin screens. */
export function AdminHeader({ home, children }: AdminHeaderProps) {
  return (
    <header className="relative z-6 border-b border-rule">
      <div className="wrap flex min-h-16 flex-wrap items-center justify-between gap-x-4">
        <SiteLink
          href={home?.href ?? "/"}
          aria-label={home?.label ?? `${brand.name}, home`}
          className="inline-flex min-h-11 flex-none items-center"
        >
          <Mark className="h-[21px] w-6 xl:hidden" />
          <Lockup className="-mt-[3px] hidden h-[25px] w-auto xl:block" />
        </SiteLink>
        {children}
      </div>
    </header>
  );
}
