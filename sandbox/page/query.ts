import { z } from "zod";
import type { MessageFilter } from "../messages/message-filter";

const wholeId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .optional()
  .catch(undefined);

/** The query of the page's URL; invalid values are ignored. */
export const pageQuerySchema = z.object({
  show: z.enum(["all", "email", "sms"]).catch("all"),
  q: z.string().trim().max(200).catch(""),
  view: z.enum(["rendered", "text", "headers"]).catch("rendered"),
  id: wholeId,
  before: wholeId,
});

export type PageQuery = z.infer<typeof pageQuerySchema>;

/** The page's URL with some values changed. */
export function pageAddress(query: PageQuery, change: Partial<PageQuery>): string {
  const next = { ...query, ...change };
  const values = new URLSearchParams();
  if (next.show !== "all") values.set("show", next.show);
  if (next.q) values.set("q", next.q);
  if (next.before !== undefined) values.set("before", String(next.before));
  if (next.id !== undefined) values.set("id", String(next.id));
  if (next.view !== "rendered") values.set("view", next.view);
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
