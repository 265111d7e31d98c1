import { fromDatabaseDate } from "@/lib/calendar/days";
import { formatLongMonthDayYear } from "@/lib/calendar/format";
import { type FreeSlugsView, type SlugLength, slugCount } from "@/lib/contracts/posts";
import { postMessages } from "@/lib/messages/posts";
import { AppError } from "@/lib/platform/app-error";
import type { Database, Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
const maxSuggestions = 6;

function everySlugOf(length: SlugLength): string[] {
  const pairs = Array.from(alphabet, (first) =>
    Array.from(alphabet, (next) => first + next),
  ).flat();
  return length === 2
    ? pairs
    : Array.from(alphabet, (first) => pairs.map((pair) => first + pair)).flat();
}

/**
 * Up to six free slugs in the order aa, ab, … 99, or aaa, aab, … 999, starting after `after` and
 * wrapping around.
 *
 * @param after usually the newest post's slug; null or a different length starts at aa
 * @param start the first character they must have, if any
 */
export function suggestSlugs(
  taken: ReadonlySet<string>,
  after: string | null,
  start?: string,
  length: SlugLength = 2,
): string[] {
  const everySlug = everySlugOf(length);
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
  const length = await newSlugLength(ctx.db);
  const [ofLength, holder] = await Promise.all([
    ctx.db.$queryRaw<{ slug: string }[]>`
      SELECT slug FROM posts WHERE deleted_at IS NULL AND length(slug) = ${length} ORDER BY id DESC`,
    slug === undefined
      ? null
      : ctx.db.post.findFirst({
          where: { slug, deletedAt: null },
          select: { id: true, title: true, localDate: true },
        }),
  ]);
  const taken = new Set(ofLength.map((post) => post.slug));
  return {
    suggestions: suggestSlugs(taken, ofLength[0]?.slug ?? null, start, length),
    length,
    freeCount: slugCount(length) - taken.size,
    holder: holder
      ? {
          id: holder.id,
          title: holder.title,
          fullDate: formatLongMonthDayYear(fromDatabaseDate(holder.localDate)),
        }
      : null,
  };
}

/** Characters of a new post's slug. A deleted post's slug is free again, so it can become 2 again. */
async function newSlugLength(db: Database | Transaction): Promise<SlugLength> {
  const [row] = await db.$queryRaw<{ taken: number }[]>`
    SELECT count(*)::int AS taken FROM posts WHERE deleted_at IS NULL AND length(slug) = 2`;
  return (row?.taken ?? 0) < slugCount(2) ? 2 : 3;
}

/**
 * Refuses a slug with three characters while some with two are free.
 *
 * @param own the post's current slug, which it may keep
 * @throws AppError 400
 */
export async function requireFittingSlug(
  db: Database | Transaction,
  slug: string,
  own?: string,
): Promise<void> {
  if (slug.length === 2 || slug === own) return;
  if ((await newSlugLength(db)) === 3) return;
  throw new AppError(400, postMessages.slugLength(2), { field: "slug" });
}
