import type { MonthCount } from "@/lib/contracts/reading/post-search";
import { toDatabaseDate } from "@/lib/calendar/days";
import type { PostListItemView } from "@/lib/contracts/posts";
import type { Context } from "../../context";
import { publicNow, publicNowSql } from "../post-dates";
import { toPostListItemView } from "../post-views";

type Reading = Pick<Context, "db" | "clock">;

/** The months of the public posts, newest first, with how many there are in each. */
export function listMonths(ctx: Reading): Promise<MonthCount[]> {
  return ctx.db.$queryRaw<MonthCount[]>`
    SELECT to_char(date_trunc('month', p.local_date), 'YYYY-MM') AS month, count(*)::int AS count
    FROM posts p
    WHERE ${publicNowSql(ctx)}
    GROUP BY 1 ORDER BY 1 DESC`;
}

/** A month's public posts, newest first. `month` is YYYY-MM. */
export async function listPostsOfMonth(ctx: Reading, month: string): Promise<PostListItemView[]> {
  const start = toDatabaseDate(`${month}-01`);
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  const rows = await ctx.db.post.findMany({
    where: { AND: [{ localDate: { gte: start, lt: end } }, publicNow(ctx)] },
    orderBy: [{ localDate: "desc" }, { id: "desc" }],
    omit: { content: true, plainText: true },
  });
  return rows.map((row) => toPostListItemView(row));
}
