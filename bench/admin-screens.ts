import { addDays, isWeekday } from "@/lib/calendar/days";

/** A request of an admin screen, and how long the server may take for it at p95. */
export type ScreenCall = { path: (index: number) => string; allowedMs: number };

const allowedMs = 300;
const allowedTodayMs = 100;

const lists = [
  ["list", ""],
  ["list by name", "sort=name&order=asc"],
  ["list by status", "sort=status&order=asc"],
  ["list by plan", "sort=plan&order=desc"],
  ["list by zone", "sort=zone&order=asc"],
  ["active", "status=active"],
  ["trialing", "status=trialing"],
  ["past due", "status=past_due"],
  ["canceled", "status=canceled"],
  ["annual", "plan=annual"],
  ["in London", "zone=Europe/London"],
  ["with texts", "channel=sms"],
  ["suppressed", "suppressed=true"],
  ["unreachable", "unreachable=true"],
  ["trial ends soon", "trialEndsWithin=3"],
  ["never onboarded", "neverOnboarded=true"],
] as const;

/**
 * The requests of the screens that read about subscribers, deliveries, and money. Each call asks for
 * another person, day, or month, as far as there are any.
 */
export function screenCalls(today: string, subscribers: number): Record<string, ScreenCall> {
  const days = Array.from({ length: 60 }, (_, index) => addDays(today, -index - 1)).filter(
    isWeekday,
  );
  const dayOf = (index: number) => days[index % days.length] ?? "";
  const monthOf = (index: number) => addDays(today, -30 * (index % 6)).slice(0, 7);
  const idOf = (index: number) => 1 + ((index * 7_919) % subscribers);
  const paths: Record<string, (index: number) => string> = {
    "deliveries of 90 days": () => "/api/admin/deliveries",
    "deliveries of a year": () => "/api/admin/deliveries?days=365",
    "deliveries of a day": (index) => `/api/admin/deliveries/${dayOf(index)}`,
    "people of a day": (index) => `/api/admin/deliveries/${dayOf(index)}/people`,
    "failed of a day": (index) => `/api/admin/deliveries/${dayOf(index)}/people?outcome=failed`,
    "excluded of a day": (index) => `/api/admin/deliveries/${dayOf(index)}/people?outcome=excluded`,
    "domains of 90 days": () => "/api/admin/deliveries/domains",
    ...Object.fromEntries(
      lists.map(([name, query]) => [
        `subscribers: ${name}`,
        () => `/api/admin/subscribers${query && `?${query}`}`,
      ]),
    ),
    "subscribers: email": (index) => searchFor(`reader${idOf(index)}@`),
    "subscribers: name": (index) =>
      searchFor(["osei", "hannah", "marchetti", "dana wolfe"][index % 4]),
    "subscribers: number": (index) => searchFor(`5550${index % 10}`),
    "subscribers: ID": (index) => searchFor(String(idOf(index))),
    "subscribers: no match": () => searchFor("nobody has this name"),
    "subscribers: views": () => "/api/admin/subscribers/views",
    person: (index) => `/api/admin/subscribers/${idOf(index)}`,
    "person: timeline": (index) => `/api/admin/subscribers/${idOf(index)}/timeline`,
    "person: deliveries": (index) =>
      `/api/admin/subscribers/${idOf(index)}/timeline?kind=deliveries`,
    money: () => "/api/admin/money",
    "money of 90 days": () => "/api/admin/money?period=90d",
    "money of all years": () => "/api/admin/money?period=all",
    "money: CSV": () => "/api/admin/money/csv",
    "money: MRR": (index) => rowsOf("mrr", monthOf(index)),
    "money: past due": (index) => rowsOf("past_due", monthOf(index)),
    "money: new": (index) => rowsOf("new", monthOf(index)),
    "money: expansion": (index) => rowsOf("expansion", monthOf(index)),
    "money: contraction": (index) => rowsOf("contraction", monthOf(index)),
    "money: churned": (index) => rowsOf("churned", monthOf(index)),
    "money: charges": (index) => rowsOf("charged", monthOf(index)),
    "money: refunds": (index) => rowsOf("refunded", monthOf(index)),
    "money: trials": (index) => rowsOf("trial_started", monthOf(index)),
    audit: () => "/api/admin/audit",
    "audit: search": () => "/api/admin/audit?q=subscription",
    imports: () => "/api/admin/imports",
    team: () => "/api/admin/team",
    tokens: () => "/api/admin/tokens",
    webhooks: () => "/api/admin/webhooks",
  };
  return {
    today: { path: () => "/api/admin/today", allowedMs: allowedTodayMs },
    "today: count": { path: () => "/api/admin/today/attention", allowedMs: allowedTodayMs },
    ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, { path, allowedMs }])),
  };
}

const searchFor = (text = "") => `/api/admin/subscribers?${new URLSearchParams({ q: text })}`;

const rowsOf = (figure: string, month: string) =>
  `/api/admin/money/rows?${new URLSearchParams({ figure, month })}`;
