import { formatLongMonthDayYear, formatDayMonthCaps } from "@/lib/calendar/format";
import type { ExcerptPart, MonthCount, PostSearch } from "@/lib/contracts/reading/post-search";
import type { PostListItemView } from "@/lib/contracts/posts";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { publicNowSql } from "../post-dates";
import { correctSearch } from "./correct-search";
import { excerptParts, matchEnd, matchStart, withMarks } from "./excerpt";

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

type FoundRow = { slug: string; title: string; localDate: string; marked: string; shown: string };
type Found = { months: MonthCount[] | null; rows: FoundRow[] | null };

/** How much of a text is searched for an excerpt, which is far slower than finding the post. */
const excerptSource = 20_000;

/**
 * Words that most posts contain say little about which is best, so only this many of the newest are ranked.
 */
const mostRanked = 300;

const excerptOptions = `StartSel=${matchStart}, StopSel=${matchEnd}, MaxFragments=1, MaxWords=32, MinWords=16`;

/**
 * Searches public posts for words in any form ("yields" finds "yield"), phrases in quotes, `or`, and
 * `-word`. If nothing is found, misspelled words are corrected, unless `exact` forbids it.
 */
export async function searchPosts(ctx: Reading, search: PostSearch): Promise<SearchResult> {
  const isVisible = publicNowSql(ctx);
  const found = await find(ctx, search, isVisible);
  if (found.months.length > 0 || search.exact) return { ...found, corrected: null };
  const corrected = await correctSearch(ctx, search.q, isVisible);
  if (corrected === null) return { ...found, corrected };
  const better = await find(ctx, { ...search, q: corrected }, isVisible);
  return better.months.length > 0 ? { ...better, corrected } : { ...found, corrected: null };
}

/** A word or a phrase of a search, with its prefix in `websearch_to_tsquery`'s notation. */
type Term = { sign: string; words: string };

/** Splits a search into terms. A dash excludes only what directly follows it. */
function termsOf(q: string): Term[] {
  let isAlternative = false;
  return [...q.matchAll(/(-(?=[\p{L}\p{N}"]))?(?:"([^"]*)"?|([^\s"]+))/gu)].flatMap(
    ([, dash = "", phrase, word = ""]): Term[] => {
      const sign = (isAlternative ? "or " : "") + dash;
      isAlternative = phrase === undefined && word.toLowerCase() === "or";
      return isAlternative ? [] : [{ sign, words: phrase ?? word }];
    },
  );
}

/**
 * The query for a search. Words next to each other, as in "10-year", are a phrase. Words in capitals are
 * names, unless the whole search is in capitals; so are those of a search without any other words.
 */
function queryOf(q: string): Prisma.Sql {
  const terms = termsOf(q);
  const isAllCapitals = !/\p{Ll}/u.test(q);
  const usual = toQuery(
    terms.map(({ sign, words }) => ({ sign, words: isAllCapitals ? words.toLowerCase() : words })),
  );
  const names = toQuery(
    terms
      .filter(({ sign }) => !sign.endsWith("-"))
      .map(({ sign, words }) => ({ sign, words: words.toUpperCase() })),
  );
  return Prisma.sql`CASE WHEN numnode(${usual}) > 0 THEN ${usual} ELSE ${names} END`;
}

function toQuery(terms: readonly Term[]): Prisma.Sql {
  return Prisma.sql`websearch_to_tsquery('english', coalesce((
    SELECT string_agg(t.sign || '"' || t.words || '"', ' ' ORDER BY t.place)
    FROM (SELECT e.sign, search_words(e.words) AS words, e.place
      FROM unnest(${terms.map(({ sign }) => sign)}::text[],
          ${terms.map(({ words }) => words)}::text[])
        WITH ORDINALITY AS e (sign, words, place)) t
    WHERE t.words <> repeat(' ', length(t.words))), ''))`;
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
    WITH words AS MATERIALIZED (SELECT ${queryOf(q)} AS query),
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
          'marked', h.marked,
          -- The searched text is as long as the shown one.
          'shown', substr(p.plain_text, strpos(h.searched, translate(h.marked, ${matchStart + matchEnd}, '')),
            length(translate(h.marked, ${matchStart + matchEnd}, '')))) ORDER BY b.place)
        FROM best b JOIN posts p ON p.id = b.id CROSS JOIN words w
        CROSS JOIN LATERAL (SELECT e.searched,
          ts_headline('english', e.searched, w.query, ${excerptOptions}) AS marked
          FROM (SELECT search_words(left(p.plain_text, ${excerptSource})) AS searched) e) h) AS rows`;
  return {
    months: found?.months ?? [],
    hits: (found?.rows ?? []).map(({ slug, title, localDate, marked, shown }) => ({
      slug,
      title,
      shortDate: formatDayMonthCaps(localDate),
      fullDate: formatLongMonthDayYear(localDate),
      excerpt: excerptParts(withMarks(shown, marked)),
    })),
  };
}
