import { type FreeSlugsView, slugCount } from "@/lib/contracts/posts";
import type { Context } from "../context";

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
const maxSuggestions = 6;

const everySlug = Array.from(alphabet, (first) =>
  Array.from(alphabet, (second) => first + second),
).flat();

/**
 * Up to six free slugs in the order aa, ab, … 99, beginning after one of them and going round.
 *
 * @param after usually the newest post's slug, null to begin with aa
 * @param start the character they shall begin with, if any
 */
export function suggestSlugs(
  taken: ReadonlySet<string>,
  after: string | null,
  start?: string,
): string[] {
  const next = after === null ? 0 : everySlug.indexOf(after) + 1;
  return [...everySlug.slice(next), ...everySlug.slice(0, next)]
    .filter((slug) => !taken.has(slug) && slug.startsWith(start ?? ""))
    .slice(0, maxSuggestions);
}

/** Free slugs to choose from, and how many there are; a deleted post's slug is free again. */
export async function listFreeSlugs(
  ctx: Pick<Context, "db">,
  { start }: { start?: string | undefined } = {},
): Promise<FreeSlugsView> {
  const posts = await ctx.db.post.findMany({
    where: { deletedAt: null },
    orderBy: { id: "desc" },
    select: { slug: true },
  });
  const taken = new Set(posts.map(({ slug }) => slug));
  return {
    suggestions: suggestSlugs(taken, posts[0]?.slug ?? null, start),
    freeCount: slugCount - taken.size,
  };
}
