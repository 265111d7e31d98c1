import { parseTypedDay } from "@/lib/calendar/typed-day";
import { isWeekday } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay, formatShortMonthDayYear } from "@/lib/calendar/format";
import { adminAddresses, editPostAddress } from "@/lib/contracts/admin";
import { deliveriesAddress, deliveriesOfDay } from "@/lib/contracts/admin/deliveries";
import { subscribersPath, type SubscriberRow } from "@/lib/contracts/admin/subscribers";
import { editMessageAddress } from "@/lib/contracts/daily-messages";
import type { PostListItemView } from "@/lib/contracts/posts";
import { mayDo, type AdminRole, type Permission } from "@/lib/contracts/roles";
import { adminNavigationLabels as labels } from "@/lib/messages/admin";
import { deliveriesMessages } from "@/lib/messages/admin/deliveries";
import { imagesScreen } from "@/lib/messages/admin/images";
import { postImportScreen } from "@/lib/messages/admin/post-imports";
import type { adminSearchScreen } from "@/lib/messages/admin/search";
import { settingsMessages, settingsScreen } from "@/lib/messages/admin/settings";
import { teamScreen } from "@/lib/messages/admin/team";
import { navigationOf } from "../shell/navigation";

/** Something that the search leads to. */
export type SearchEntry = { href: string; label: string; note?: string | undefined };

/** Entries of one kind, below their heading. */
export type SearchGroup = {
  name: keyof (typeof adminSearchScreen)["groups"];
  entries: readonly SearchEntry[];
};

const { names } = settingsMessages;

/** Settings, each with the page that has it and who may see that page. */
const settings: readonly (SearchEntry & { permission: Permission })[] = [
  ...["smsDailyBudget", "repeatTrialPolicy", "requireApproval"].map((name) => ({
    href: adminAddresses.settings,
    label: names[name] ?? name,
    note: settingsScreen.settings.title,
    permission: "manage" as const,
  })),
  {
    href: adminAddresses.team,
    label: names["requireTwoFactor"] ?? "",
    note: teamScreen.title,
    permission: "manage",
  },
  {
    href: deliveriesAddress,
    label: names["trackEmails"] ?? "",
    note: deliveriesMessages.title,
    permission: "manage",
  },
  { href: adminAddresses.images, label: imagesScreen.title, permission: "write" },
  { href: adminAddresses.importPosts, label: postImportScreen.title, permission: "write" },
  ...Object.entries(settingsScreen.configuration.labels).map(([variable, label]) => ({
    href: `${adminAddresses.settings}?find=${variable}`,
    label,
    note: variable,
    permission: "manage" as const,
  })),
];

/** The pages of a role without a query; with one, also the settings that have all its words. */
export function findPlaces(role: AdminRole, query: string): SearchEntry[] {
  const { pages, settings: settingsPages } = navigationOf(role);
  const all = [
    ...pages,
    ...settingsPages,
    { href: adminAddresses.security, label: labels.yourAccount },
    ...(query === "" ? [] : settings.filter(({ permission }) => mayDo(role, permission))),
  ].map(({ href, label, ...rest }) => ({
    href,
    label,
    ...("note" in rest && { note: rest.note }),
  }));
  const words = query.toLowerCase().split(/\s+/u);
  return all
    .filter(({ label, note = "" }: SearchEntry) => {
      const text = `${label} ${note}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, query === "" ? undefined : 6);
}

/**
 * Where a role sees the day that was typed.
 *
 * @param today YYYY-MM-DD
 */
export function findDay(role: AdminRole, query: string, today: string): SearchEntry[] {
  const date = parseTypedDay(query, today);
  if (date === null || !isWeekday(date)) return [];
  const label =
    date.slice(0, 4) === today.slice(0, 4)
      ? formatLongWeekdayMonthDay(date)
      : formatShortMonthDayYear(date);
  const briefing = { href: editMessageAddress(date), label, note: labels.dailyMessages };
  const deliveries = { href: deliveriesOfDay(date), label, note: deliveriesMessages.title };
  return [
    ...(date >= today && mayDo(role, "write") ? [briefing] : []),
    ...(date <= today ? [deliveries] : []),
  ];
}

export function entryOfPerson({ id, name, email }: SubscriberRow): SearchEntry {
  return { href: `${subscribersPath}/${id}`, label: name ?? email, note: name ? email : undefined };
}

/** A post where the role edits or reads it; none for a post that it can do neither with. */
export function entryOfPost(role: AdminRole, post: PostListItemView): SearchEntry[] {
  const { id, slug, title, fullDate, isDraft, isScheduled } = post;
  if (mayDo(role, "write")) return [{ href: editPostAddress(id), label: title, note: fullDate }];
  if (isDraft || isScheduled) return [];
  return [{ href: `/r/${slug}`, label: title, note: fullDate }];
}
