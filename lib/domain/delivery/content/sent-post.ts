import { fromDatabaseDate } from "@/lib/calendar/days";
import type { SentPost } from "@/lib/contracts/responses/posts";
import type { Context } from "../../context";
import { isDateOver } from "../schedule/slots";

/** How many people got a post by email, and whether more will; null if nobody did. */
export async function describeSentPost(
  ctx: Pick<Context, "db" | "clock" | "settings">,
  postId: number,
): Promise<SentPost | null> {
  const [row] = await ctx.db.$queryRaw<{ people: number; localDate: Date | null }[]>`
    SELECT coalesce(sum(c.change), 0)::int AS people, max(s.local_date) AS "localDate"
    FROM editions e
    JOIN delivery_slots s ON s.edition_id = e.id AND s.channel = 'email'
    JOIN delivery_counts c ON (c.local_date, c.channel, c.timezone)
      = (s.local_date, s.channel, s.timezone)
    WHERE e.post_id = ${postId} AND c.state = 'accepted'`;
  if (!row?.localDate || row.people === 0) return null;
  const date = fromDatabaseDate(row.localDate);
  return {
    people: row.people,
    isOver: isDateOver(date, ctx.settings.emailLeadMinutes, ctx.clock.now()),
  };
}
