import { z } from "zod";
import type { MessageFilter } from "../messages/message-filter";
import { receivedKinds } from "../state/received";

const wholeId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .optional()
  .catch(undefined);

/** The tabs of the page. */
export const pageTabs = ["messages", "faults", "customers", "calls"] as const;

/** The query of the page's URL; invalid values are ignored. */
export const pageQuerySchema = z.object({
  tab: z.enum(pageTabs).catch("messages"),
  show: z.enum(["all", "email", "sms"]).catch("all"),
  q: z.string().trim().max(200).catch(""),
  view: z.enum(["rendered", "text", "headers"]).catch("rendered"),
  id: wholeId,
  before: wholeId,
  /** Width of the email preview in pixels; the whole column when it isn't given. */
  width: z.enum(["360", "640"]).optional().catch(undefined),
  scheme: z.enum(["light", "dark"]).catch("light"),
  calls: z.enum(receivedKinds).catch("analytics"),
  /** What the service or the sandbox answered to the last form. */
  answer: wholeId,
});

export type PageQuery = z.infer<typeof pageQuerySchema>;

/** The page's URL with some values changed. */
export function pageAddress(query: PageQuery, change: Partial<PageQuery>): string {
  const next = { ...query, answer: undefined, ...change };
  const values = new URLSearchParams();
  if (next.tab !== "messages") values.set("tab", next.tab);
  if (next.show !== "all") values.set("show", next.show);
  if (next.q) values.set("q", next.q);
  if (next.before !== undefined) values.set("before", String(next.before));
  if (next.id !== undefined) values.set("id", String(next.id));
  if (next.view !== "rendered") values.set("view", next.view);
  if (next.width !== undefined) values.set("width", next.width);
  if (next.scheme !== "light") values.set("scheme", next.scheme);
  if (next.calls !== "analytics") values.set("calls", next.calls);
  if (next.answer !== undefined) values.set("answer", String(next.answer));
  return values.size > 0 ? `/?${values}` : "/";
}

/** The filter for the message list. */
export function pageFilter(query: PageQuery): MessageFilter {
  return {
    channel: query.show === "all" ? undefined : query.show,
    toContains: query.q || undefined,
    beforeId: query.before,
  };
}
