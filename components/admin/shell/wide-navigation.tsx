"use client";

import { usePathname } from "next/navigation";
import { SiteLink } from "@/components/layout/site-link";
import { classNames } from "@/components/ui/class-names";
import { adminAddresses } from "@/lib/contracts/admin";
import { adminNavigationLabels as labels, roleNames } from "@/lib/messages/admin";
import { Avatar } from "./avatar";
import { useAdmin } from "./gate";
import { useLogOut } from "./log-out";
import { Menu } from "./menu";
import { navigationOf, pageOf } from "./navigation";

const gapClass = "gap-x-[clamp(1rem,-.35rem_+_2.4vw,1.875rem)]";

// As the product spec has it (docs/product-spec.md, section 8.2).
const withBackToContent: readonly string[] = [adminAddresses.content, adminAddresses.dailyMessages];

const itemClass =
  "inline-flex min-h-11 items-center gap-1 text-label font-nav whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:text-ink";

const underlined = "decoration-1 underline-offset-[.45em]";

const panelClass =
  "absolute top-[calc(100%+.375rem)] right-0 z-7 min-w-54 rounded-[6px] border border-rule bg-sheet py-1.5 shadow-float";

const rowClass =
  "flex min-h-10 w-full items-center px-4 py-1.5 text-left text-label text-ink no-underline hover:bg-well focus-visible:-outline-offset-2 aria-[current]:font-medium";

/** The pages, from 768 px. */
export function WideNavigation() {
  const { role } = useAdmin();
  const current = pageOf(usePathname());
  const { pages, settings } = navigationOf(role);
  return (
    <nav
      aria-label={labels.admin}
      className={`ml-auto hidden flex-wrap items-center md:flex ${gapClass}`}
    >
      <SiteLink href="/" className={itemClass}>
        {labels.site}
      </SiteLink>
      {pages.map((page) => (
        <SiteLink
          key={page.href}
          href={page.href}
          aria-current={page === current ? "page" : undefined}
          className={`group ${itemClass}`}
        >
          <span className={`${underlined} group-hover:underline group-aria-[current]:underline`}>
            {page.label}
          </span>
          {page.Attention && <page.Attention className="-translate-y-[.3em]" />}
        </SiteLink>
      ))}
      {settings.length > 0 && (
        <Menu
          label={
            <span
              className={classNames(
                underlined,
                settings.some((page) => page === current) && "text-ink underline",
              )}
            >
              {labels.settings}
            </span>
          }
          buttonClass={itemClass}
          panelClass={panelClass}
        >
          {settings.map((page) => (
            <SiteLink
              key={page.href}
              href={page.href}
              aria-current={page === current ? "page" : undefined}
              className={rowClass}
            >
              {page.label}
            </SiteLink>
          ))}
        </Menu>
      )}
    </nav>
  );
}

/** Logging out, the account, and where the product spec wants it, the way back; from 768 px. */
export function AccountNavigation() {
  const pathname = usePathname();
  const logOut = useLogOut();
  return (
    <div className={`hidden items-center md:flex ${gapClass}`}>
      {withBackToContent.includes(pathname) && (
        <SiteLink href={adminAddresses.content} className={itemClass}>
          {labels.backToContent}
        </SiteLink>
      )}
      {pathname === adminAddresses.dailyMessages && (
        <span className="text-label text-ink-3">{labels.messages}</span>
      )}
      <button type="button" className={itemClass} onClick={() => void logOut()}>
        {labels.logOut}
      </button>
      <AccountMenu />
    </div>
  );
}

function AccountMenu() {
  const { displayName, role } = useAdmin();
  const pathname = usePathname();
  return (
    <Menu
      label={<Avatar name={displayName} />}
      name={labels.accountOf(displayName)}
      hasArrow={false}
      buttonClass="grid size-11 place-items-center rounded-full"
      panelClass={panelClass}
    >
      <p className="border-b border-rule px-4 pt-1.5 pb-2.5 text-small text-ink-3">
        <span className="block text-ink">{displayName}</span>
        {roleNames[role]}
      </p>
      <div className="pt-1.5">
        <SiteLink
          href={adminAddresses.security}
          aria-current={pathname === adminAddresses.security ? "page" : undefined}
          className={rowClass}
        >
          {labels.yourAccount}
        </SiteLink>
      </div>
    </Menu>
  );
}
