import type { ComponentType } from "react";
import { adminAddresses } from "@/lib/contracts/admin";
import { subscribersPath } from "@/lib/contracts/admin/subscribers";
import { mayDo, type AdminRole, type Permission } from "@/lib/contracts/roles";
import { deliveriesAddress } from "@/lib/contracts/admin/deliveries";
import { todayAddress } from "@/lib/contracts/admin/today";
import { adminNavigationLabels as labels } from "@/lib/messages/admin";
import { teamScreen } from "@/lib/messages/admin/team";
import { apiScreen } from "@/lib/messages/admin/api";
import { importScreen } from "@/lib/messages/admin/imports";
import { settingsScreen } from "@/lib/messages/admin/settings";
import { auditScreen } from "@/lib/messages/admin/audit";
import { subscribersScreen } from "@/lib/messages/admin/subscribers";
import { deliveriesMessages } from "@/lib/messages/admin/deliveries";
import { todayMessages } from "@/lib/messages/admin/today";
import { AttentionCount } from "../today/attention-count";
import { moneyScreen } from "@/lib/messages/admin/money";

/** An admin page. Without its permission, people see neither the link nor the page. */
export type AdminPageEntry = {
  label: string;
  href: string;
  permission: Permission;
  /** Fetches how many things there need a person, and shows them with `Count`. */
  Attention?: ComponentType<{ className?: string }>;
};

/** The pages in the navigation, in its order. */
const adminPages: readonly AdminPageEntry[] = [
  {
    label: todayMessages.title,
    href: todayAddress,
    permission: "view",
    Attention: AttentionCount,
  },
  { label: labels.content, href: adminAddresses.content, permission: "write" },
  { label: labels.dailyMessages, href: adminAddresses.dailyMessages, permission: "write" },
  { label: subscribersScreen.title, href: subscribersPath, permission: "view" },
  { label: deliveriesMessages.title, href: deliveriesAddress, permission: "view" },
  { label: moneyScreen.title, href: adminAddresses.money, permission: "viewMoney" },
];

/** The pages below Settings, in the order of the menu and the tabs. */
const settingsPages: readonly AdminPageEntry[] = [
  { label: settingsScreen.settings.title, href: adminAddresses.settings, permission: "manage" },
  { label: teamScreen.title, href: adminAddresses.team, permission: "manage" },
  { label: importScreen.title, href: adminAddresses.import, permission: "manageData" },
  { label: auditScreen.title, href: adminAddresses.audit, permission: "manage" },
  { label: apiScreen.title, href: adminAddresses.api, permission: "manage" },
  { label: settingsScreen.title, href: adminAddresses.status, permission: "view" },
];

/** What a role sees in the navigation. */
export function navigationOf(role: AdminRole) {
  const isOpen = ({ permission }: AdminPageEntry) => mayDo(role, permission);
  return { pages: adminPages.filter(isOpen), settings: settingsPages.filter(isOpen) };
}

/** The page that an address belongs to, if it's in the navigation; `/admin/people/7` to `/admin/people`. */
export function pageOf(pathname: string): AdminPageEntry | undefined {
  return [...adminPages, ...settingsPages]
    .filter(({ href }) => isWithin(pathname, href))
    .toSorted((a, b) => b.href.length - a.href.length)[0];
}

// Every other page is below `/admin`, so Today's address has no pages of its own.
function isWithin(pathname: string, href: string): boolean {
  return pathname === href || (href !== "/admin" && pathname.startsWith(`${href}/`));
}

/** Where the role starts: the first page it may see, or its own account. */
export function homeOf(role: AdminRole): string {
  return navigationOf(role).pages[0]?.href ?? adminAddresses.security;
}

/** `Dana Whitfield` → `DW`, `editor` → `ED`. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter(Boolean);
  const [first = "", last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = last ? [lettersOf(first)[0], lettersOf(last)[0]] : lettersOf(first).slice(0, 2);
  return letters.join("").toUpperCase();
}

function lettersOf(word: string): string[] {
  return Array.from(new Intl.Segmenter("en").segment(word), ({ segment }) => segment);
}
