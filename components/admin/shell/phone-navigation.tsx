"use client";

import { usePathname } from "next/navigation";
import { SiteLink } from "@/components/layout/site-link";
import { adminAddresses } from "@/lib/contracts/admin";
import { adminNavigationLabels as labels } from "@/lib/messages/admin";
import { useAdmin } from "./gate";
import { useLogOut } from "./log-out";
import { Menu } from "./menu";
import { navigationOf, pageOf } from "./navigation";

const rowClass =
  "flex min-h-12 w-full items-center justify-between gap-4 border-b border-rule text-left text-[1.0625rem] leading-6 text-ink no-underline aria-[current]:font-semibold";

const smallRowClass =
  "flex min-h-11 w-full items-center border-b border-rule text-left text-label text-ink-2 no-underline aria-[current]:font-semibold aria-[current]:text-ink";

/** What is on the phone's list for every role. */
const others = [
  { href: adminAddresses.security, label: labels.yourAccount },
  { href: "/", label: labels.site },
];

/** The navigation under 768 px: the current page, which opens the whole list. */
export function PhoneNavigation() {
  const { role } = useAdmin();
  const pathname = usePathname();
  const current = pageOf(pathname);
  const { pages, settings } = navigationOf(role);
  const logOut = useLogOut();
  const markOf = (href: string) => (href === (current?.href ?? pathname) ? "page" : undefined);
  return (
    <Menu
      label={current?.label ?? labels.yourAccount}
      className="static! md:hidden"
      buttonClass="inline-flex min-h-11 items-center gap-2 pl-4 font-medium"
      panelClass="absolute inset-x-0 top-full z-7 max-h-[calc(100dvh-4rem)] overflow-auto border-b border-ink bg-sheet px-(--gutter) pt-1 pb-4 shadow-float"
    >
      <nav aria-label={labels.admin}>
        {pages.map((page) => (
          <SiteLink
            key={page.href}
            href={page.href}
            aria-current={markOf(page.href)}
            className={rowClass}
          >
            {page.label}
            {page.Attention && <page.Attention />}
          </SiteLink>
        ))}
        {settings.length > 0 && <p className="caps pt-4 pb-1 text-ink-3">{labels.settings}</p>}
        <div className="grid grid-cols-2 gap-x-5">
          {[...settings, ...others].map(({ href, label }) => (
            <SiteLink key={href} href={href} aria-current={markOf(href)} className={smallRowClass}>
              {label}
            </SiteLink>
          ))}
        </div>
        <button type="button" className={rowClass} onClick={() => void logOut()}>
          {labels.logOut}
        </button>
      </nav>
    </Menu>
  );
}
