import { formatLongMonthDayYear, formatDayMonthCaps } from "@/lib/calendar/format";
import type { ExcerptPart, MonthCount, PostSearch } from "@/lib/contracts/reading/post-search";
import type { PostListItemView } from "@/lib/contracts/posts";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { londonToday, releasedSql } from "../post-dates";
import { correctSearch } from "./correct-search";
import { excerptParts, matchEnd, matchStart } from "./excerpt";

type Reading = Pick<Context, "db" | "clock">;

/** A post that was found. */
export type SearchHit = Pick<PostListItemView, "slug" | "title" | "shortDate" | "fullDate"> & {
  excerpt: ExcerptPart[];
};

export type SearchResult = {
  /** Best first. */
  hits: SearchHit[];
  /** In all months, newest first. */
  months: MonthCount[];
  /** What was searched for instead, because nothing contains the words as typed. */
  corrected: string | null;
};

type FoundRow = { slug: string; title: string; localDate: string; marked: string };
type Found = { months: MonthCount[] | null; rows: FoundRow[] | null };

/** How much of a text is searched for an excerpt, which takes far longer than finding the post. */
const excerptSource = 20_000;

/** Words that most posts contain say little about which is best. Then only the newest ones are ranked. */
const mostRanked = 300;

const excerptOptions = `StartSel=${matchStart}, StopSel=${matchEnd}, MaxFragments=1, MaxWords=32, MinWords=16`;

/**
 * Searches public posts for words in any form ("yields" finds "yield"), phrases in quotes, `or`, and
 * `-word`. If nothing is found, misspelled words are corrected, unless `exact` forbids it.
 */
export async function searchPosts(ctx: Reading, search: PostSearch): Promise<SearchResult> {
  const today = londonToday(ctx.clock.now());
  const isVisible = Prisma.sql`${releasedSql} AND p.local_date <= ${today}::date`;
  const found = await find(ctx, search, isVisible);
  if (found.months.length > 0 || search.exact) return { ...found, corrected: null };
  const corrected = await correctSearch(ctx, search.q, isVisible);
  if (corrected === null) return { ...found, corrected };
  const better = await find(ctx, { ...search, q: corrected }, isVisible);
  return better.months.length > 0 ? { ...better, corrected } : { ...found, corrected: null };
}

/**
 * Without hyphens that exclude no word or phrase, among them dashes typed as two. PostgreSQL takes each
 * as a "not", and fails on more than 32 of these in a row.
 */
function withoutDashes(q: string): string {
  return q.replaceAll(/-{2,}|-(?![\p{L}\p{N}"])/gu, " ");
}

async function find(
  ctx: Reading,
  { q, month, before, show }: PostSearch,
  isVisible: Prisma.Sql,
): Promise<Omit<SearchResult, "corrected">> {
  const from = month ? Prisma.sql`h.local_date >= ${`${month}-01`}::date` : Prisma.sql`true`;
  const until = month
    ? Prisma.sql`h.local_date < ${`${month}-01`}::date + interval '1 month'`
    : Prisma.sql`true`;
  const earlier = before ? Prisma.sql`h.local_date < ${`${before}-01`}::date` : Prisma.sql`true`;
  const [found] = await ctx.db.$queryRaw<Found[]>`
    WITH words AS MATERIALIZED (SELECT websearch_to_tsquery('english', ${withoutDashes(q)}) AS query),
    hits AS MATERIALIZED (
      SELECT p.id, p.local_date
      FROM posts p CROSS JOIN words w WHERE p.search @@ w.query AND ${isVisible}),
    newest AS MATERIALIZED (
      SELECT h.id FROM hits h WHERE ${from} AND ${until} AND ${earlier}
      ORDER BY h.local_date DESC, h.id DESC LIMIT ${mostRanked}),
    best AS (
      SELECT r.id, row_number() OVER (ORDER BY r.rank DESC, r.local_date DESC, r.id DESC) AS place
      FROM (SELECT p.id, p.local_date, ts_rank(p.search, w.query, 1) AS rank
        FROM newest n JOIN posts p ON p.id = n.id CROSS JOIN words w) r
      ORDER BY r.rank DESC, r.local_date DESC, r.id DESC LIMIT ${show})
    SELECT
      (SELECT json_agg(json_build_object('month', m.month, 'count', m.count) ORDER BY m.month DESC)
        FROM (SELECT to_char(h.local_date, 'YYYY-MM') AS month, count(*)::int AS count
          FROM hits h GROUP BY 1) m) AS months,
      (SELECT json_agg(json_build_object('slug', p.slug, 'title', p.title,
          'localDate', to_char(p.local_date, 'YYYY-MM-DD'),
          'marked', ts_headline('english', left(p.plain_text, ${excerptSource}), w.query,
            ${excerptOptions})) ORDER BY b.place)
        FROM best b JOIN posts p ON p.id = b.id CROSS JOIN words w) AS rows`;
  return {
    months: found?.months ?? [],
    hits: (found?.rows ?? []).map(({ slug, title, localDate, marked }) => ({
      slug,
      title,
      shortDate: formatDayMonthCaps(localDate),
      fullDate: formatLongMonthDayYear(localDate),
      excerpt: excerptParts(marked),
    })),
  };
}
