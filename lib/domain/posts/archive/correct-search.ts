import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { editDistance } from "./edit-distance";

/** Words to correct in one search. */
const maxWords = 8;

/** How similar two words' trigrams have to be: `yeild` and `yield` are 0.33. */
const minSimilarity = 0.2;

const candidateCount = 30;

type Candidate = { typed: string; word: string; similarity: number };

/**
 * Corrects each word of a search that no post contains to the most similar word that one does.
 *
 * @param isVisible SQL: posts `p` that the reader may find; words of others are never suggested
 * @returns the corrected search, or null if there is nothing to correct
 */
export async function correctSearch(
  ctx: Pick<Context, "db">,
  q: string,
  isVisible: Prisma.Sql,
): Promise<string | null> {
  const words = [...new Set(q.toLowerCase().match(/\p{L}{4,30}/gu))].slice(0, maxWords);
  if (words.length === 0) return null;
  const occurs = (word: Prisma.Sql) => Prisma.sql`EXISTS (
    SELECT 1 FROM posts p WHERE p.search @@ plainto_tsquery('english', search_words(${word})) AND ${isVisible})`;
  const candidates = await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`
      SELECT set_config('pg_trgm.similarity_threshold', ${String(minSimilarity)}, true)`;
    return tx.$queryRaw<Candidate[]>`
      WITH unknown AS MATERIALIZED (
        SELECT t.typed FROM unnest(${words}::text[]) AS t (typed)
        -- Stop words, such as "with", aren't indexed.
        WHERE numnode(plainto_tsquery('english', search_words(t.typed))) > 0
          AND NOT ${occurs(Prisma.sql`t.typed`)})
      SELECT u.typed, c.word, c.similarity
      FROM unknown u CROSS JOIN LATERAL (
        SELECT w.word, similarity(w.word, u.typed)::float8 AS similarity
        FROM post_words w WHERE w.word % u.typed
        ORDER BY similarity(w.word, u.typed) DESC, w.word LIMIT ${candidateCount}) c`;
  });
  const near = nearestFirst(candidates);
  if (near.length === 0) return null;
  const visible = await ctx.db.$queryRaw<{ word: string }[]>`
    SELECT n.word FROM unnest(${near.map(({ word }) => word)}::text[]) AS n (word)
    WHERE ${occurs(Prisma.sql`n.word`)}`;
  const isSuggestible = new Set(visible.map(({ word }) => word));
  const corrections = new Map<string, string>();
  for (const { typed, word } of near) {
    if (!corrections.has(typed) && isSuggestible.has(word)) corrections.set(typed, word);
  }
  if (corrections.size === 0) return null;
  return q.replaceAll(/\p{L}{4,30}/gu, (word) => corrections.get(word.toLowerCase()) ?? word);
}

/** Drops candidates that differ in more than two letters, or in more than one for short words. */
function nearestFirst(candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .map((each) => ({ ...each, distance: editDistance(each.typed, each.word) }))
    .filter(({ typed, distance }) => distance <= (typed.length <= 4 ? 1 : 2))
    .toSorted((a, b) => a.distance - b.distance || b.similarity - a.similarity);
}
