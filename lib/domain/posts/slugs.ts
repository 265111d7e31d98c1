import { fromDatabaseDate, toFullDate } from "@/lib/contracts/calendar";
import { type FreeSlugsView, slugCount } from "@/lib/contracts/posts";
import type { Context } from "../context";

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
const maxSuggestions = 6;

const everySlug = Array.from(alphabet, (first) =>
  Array.from(alphabet, (second) => first + second),
).flat();

/**
 * Up to six free slugs in the order aa, ab, … 99, starting after `after` and wrapping around.
 *
 * @param after usually the newest post's slug; null starts at aa
 * @param start the first character they must have, if any
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

/**
 * A few free slugs, how many are free in all, and which post has `slug`. A deleted post's slug is free
 * again.
 */
export async function listFreeSlugs(
  ctx: Pick<Context, "db">,
  { start, slug }: { start?: string | undefined; slug?: string | undefined } = {},
): Promise<FreeSlugsView> {
  const posts = await ctx.db.post.findMany({
    where: { deletedAt: null },
    orderBy: { id: "desc" },
    select: { id: true, slug: true, title: true, localDate: true },
  });
  const holder = posts.find((post) => post.slug === slug);
  const taken = new Set(posts.map((post) => post.slug));
  return {
    suggestions: suggestSlugs(taken, posts[0]?.slug ?? null, start),
    freeCount: slugCount - taken.size,
    holder: holder
      ? {
          id: holder.id,
          title: holder.title,
          fullDate: toFullDate(fromDatabaseDate(holder.localDate)),
        }
      : null,
  };
}
