import { parseLongMonthDayYear } from "@/lib/calendar/format";
import type { PostView } from "./posts";

/** When a post was published and last changed, as ISO instants in UTC. */
export function postInstants({
  fullDate,
  createdAt,
  updatedAt,
}: Pick<PostView, "fullDate" | "createdAt" | "updatedAt">): {
  publishedAt: string;
  modifiedAt: string;
} {
  const publishedAt = `${parseLongMonthDayYear(fullDate) ?? "1970-01-01"}T00:00:00.000Z`;
  const changedAt = updatedAt ?? createdAt;
  return { publishedAt, modifiedAt: changedAt > publishedAt ? changedAt : publishedAt };
}
