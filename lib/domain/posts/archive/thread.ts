import { fromDatabaseDate } from "@/lib/calendar/days";
import type { Thread } from "@/lib/contracts/reading/thread";
import { headingsOf } from "@/lib/markdown/parts";
import type { Context } from "../../context";
import { publicNowSql, released, releasedSql } from "../post-dates";

type Reading = Pick<Context, "db" | "clock">;

/** How many earlier posts are listed. */
const mostPosts = 3;

/** How many terms are searched for. */
const mostTerms = 8;

/** A word in more posts than this says little about any of them: a tenth of all posts, within limits. */
const mostPerTerm = { share: 0.1, atLeast: 3, atMost: 40 } as const;

/** Two chosen words have to match, but only one of an editor's terms. */
const sharedWords = 2;

/** Short words and numbers are in posts about anything. */
const shortestWord = 5;
const numbers = new Set(
  "three seven eight eleven twelve fifteen twenty thirty forty fifty".split(" "),
);

/** The fields of a post that a thread uses. */
type Row = { localDate: Date; title: string; content: string; threadTerms: string | null };

/**
 * Earlier public posts about the same thing, most similar first, except posts with the same title. They share
 * at least one of the editor's terms or, without such terms, two rare words of the post's title and headings.
 */
export async function findThread(ctx: Reading, postId: number): Promise<Thread> {
  const post = await ctx.db.post.findFirst({
    where: { id: postId },
    select: { localDate: true, title: true, content: true, threadTerms: true },
  });
  if (!post) return { terms: [], posts: [] };
  const terms =
    post.threadTerms === null ? await chooseTerms(ctx, post) : termsIn(post.threadTerms);
  if (terms.length === 0) return { terms, posts: [] };
  const rows = await ctx.db.$queryRaw<{ slug: string; title: string; localDate: Date }[]>`
    SELECT p.slug, p.title, p.local_date AS "localDate"
    FROM unnest(${terms}::text[]) AS t (term)
    JOIN posts p ON p.search @@ phraseto_tsquery('english', search_words(t.term))
    WHERE ${publicNowSql(ctx)}
      AND (p.local_date, p.id) < (${post.localDate}, ${postId}) AND p.title <> ${post.title}
    GROUP BY p.id HAVING count(*) >= ${post.threadTerms === null ? sharedWords : 1}
    ORDER BY count(*) DESC, p.local_date DESC, p.id DESC LIMIT ${mostPosts}`;
  return {
    terms,
    posts: rows.map(({ slug, title, localDate }) => ({
      slug,
      title,
      date: fromDatabaseDate(localDate),
    })),
  };
}

/** `container rates, freight` → both. A dash alone means none. */
function termsIn(text: string): string[] {
  const terms = text.split(",").map((term) => term.trim());
  return [...new Set(terms)].filter((term) => term !== "" && term !== "-").slice(0, mostTerms);
}

/** The rarest words of a post's title and headings that other posts have as well. */
async function chooseTerms(
  ctx: Reading,
  { title, content }: Pick<Row, "title" | "content">,
): Promise<string[]> {
  const text = [title, ...headingsOf(content)].join(" ").toLowerCase();
  const words = [...new Set(text.match(/\p{L}{4,30}/gu))].filter(
    (word) => word.length >= shortestWord && !numbers.has(word),
  );
  if (words.length === 0) return [];
  const total = await ctx.db.post.count({ where: released });
  const { share, atLeast, atMost } = mostPerTerm;
  const most = Math.min(atMost, Math.max(atLeast, Math.floor(total * share)));
  const rows = await ctx.db.$queryRaw<{ word: string }[]>`
    SELECT w.word FROM (
      SELECT DISTINCT ON (q.query) each.word, q.query
      FROM unnest(${words.slice(0, 60)}::text[]) AS each (word)
      CROSS JOIN LATERAL (SELECT plainto_tsquery('english', search_words(each.word)) AS query) q
      -- Words without a meaning of their own, such as "with", are in no index.
      WHERE numnode(q.query) > 0) w
    CROSS JOIN LATERAL (
      SELECT count(*) AS posts FROM (
        SELECT 1 FROM posts p WHERE p.search @@ w.query AND ${releasedSql}
        LIMIT ${most + 1}) found) f
    WHERE f.posts BETWEEN 2 AND ${most}
    ORDER BY f.posts, w.word LIMIT ${mostTerms}`;
  return rows.map(({ word }) => word);
}
