import { timezones } from "@/lib/contracts/timezones";
import {
  builtInViewQueries,
  builtInViews,
  subscriberExportQuerySchema,
  subscriberSorts,
  type SubscriberSort,
} from "@/lib/contracts/admin/subscribers";
import type { Order } from "@/components/data/data-table";
import {
  personStatusLabels,
  type subscriberFilterLabels,
  subscriberFilterValues,
} from "@/lib/messages/admin/subscribers";
import { formatShortMonthDayYear } from "@/lib/calendar/format";

/** A filter that the screen offers. */
export const filterFields = [
  "status",
  "plan",
  "zone",
  "channel",
  "suppressed",
  "unreachable",
  "trialEndsWithin",
  "neverOnboarded",
  "attention",
  "joinedAfter",
  "joinedBefore",
  "hasPhone",
] as const satisfies readonly (keyof typeof subscriberFilterLabels)[];

export type FilterField = (typeof filterFields)[number];

/** What the address says about the list; anything invalid in it is left out. */
export type ListAddress = {
  q: string;
  /** Each with the value as the API takes it. */
  filters: Partial<Record<FilterField, string>>;
  sort: SubscriberSort;
  order: Order;
};

export function readAddress(parameters: URLSearchParams): ListAddress {
  const shape = subscriberExportQuerySchema.shape;
  const filters: ListAddress["filters"] = {};
  for (const field of filterFields) {
    const value = parameters.get(field);
    if (value !== null && shape[field].safeParse(value).success) filters[field] = value;
  }
  const sort = subscriberSorts.find((each) => each === parameters.get("sort")) ?? "joined";
  const wanted = parameters.get("order");
  const order = wanted === "asc" || wanted === "desc" ? wanted : "desc";
  return { q: parameters.get("q")?.slice(0, 200) ?? "", filters, sort, order };
}

/** The query string of a list, always in the same order; empty for the default one. */
export function toQuery({ q, filters, sort, order }: ListAddress): string {
  const parameters = new URLSearchParams();
  if (q) parameters.set("q", q);
  for (const field of filterFields) {
    const value = filters[field];
    if (value !== undefined) parameters.set(field, value);
  }
  if (sort !== "joined" || order !== "desc") {
    parameters.set("sort", sort);
    parameters.set("order", order);
  }
  return parameters.toString();
}

/** The built-in view with this query. */
export function builtInViewOf(query: string) {
  return builtInViews.find((view) => builtInViewQueries[view] === query);
}

/** The values that a filter can have; null for a date. */
export function optionsOf(field: FilterField): readonly (readonly [string, string])[] | null {
  if (field === "joinedAfter" || field === "joinedBefore") return null;
  if (field === "status") return Object.entries(personStatusLabels);
  if (field === "zone") return timezones.map(({ value, name }) => [value, name]);
  return Object.entries(subscriberFilterValues[field]);
}

/** A filter's value in words. */
export function describeFilter(field: FilterField, value: string): string {
  const options = optionsOf(field);
  if (!options) return formatShortMonthDayYear(value);
  const known = new Map(options);
  return value
    .split(",")
    .map((each) => known.get(each) ?? (field === "trialEndsWithin" ? `within ${each} days` : each))
    .join(" or ");
}
