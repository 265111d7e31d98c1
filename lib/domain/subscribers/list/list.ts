import type {
  SubscriberFilter,
  SubscriberPage,
  SubscriberQuery,
} from "@/lib/contracts/admin/subscribers";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { decodeCursor, encodeCursor, invalidCursor, type Cursor } from "./cursor";
import { conditionOf, needsSubscription, sortKeyOf, sourceOf } from "./filters";
import { readRows } from "./rows";

type Reading = Pick<Context, "db" | "clock">;

/**
 * One page of the subscribers that pass a filter, and how many there are on all pages.
 *
 * @throws AppError 400 for a cursor of another order
 */
export async function listSubscribers(
  ctx: Reading,
  { cursor, limit, ...filter }: SubscriberQuery,
): Promise<SubscriberPage> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const [found, totalCount] = needsSubscription(filter)
    ? await findAndCount(ctx, filter, { after, limit: limit + 1 })
    : await Promise.all([
        findIds(ctx, filter, { after, limit: limit + 1 }),
        countMatching(ctx, filter),
      ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: await readRows(
      ctx,
      page.map(({ id }) => id),
    ),
    totalCount,
    nextCursor: found.length > limit && last ? encodeCursor(last) : null,
  };
}

type Position = { after: Cursor | null; limit: number };

type FoundRow = { id: number; key: string | Date };

/**
 * The next IDs in the filter's order, each with its sort key.
 *
 * @param options.ids only these
 * @throws AppError 400 for a cursor of another order
 */
export async function findIds(
  ctx: Reading,
  filter: SubscriberFilter,
  { after, limit, ids }: Position & { ids?: readonly number[] | null },
): Promise<Cursor[]> {
  const now = ctx.clock.now();
  const key = sortKeyOf(filter.sort, now);
  const isChosen = ids ? Prisma.sql`s.id = ANY(${[...ids]}::int[])` : Prisma.sql`true`;
  const direction = directionOf(filter);
  const found = await ctx.db.$queryRaw<FoundRow[]>`
    SELECT s.id, ${key} AS key FROM ${sourceOf(filter)}
    WHERE ${conditionOf(filter, now)} AND ${isChosen}
      AND ${comesAfter(filter, after, Prisma.sql`${key}, s.id`)}
    ORDER BY ${key} ${direction}, s.id ${direction} LIMIT ${limit}`;
  return found.map(toCursor);
}

/** Does both in one pass: with subscriptions, reading everyone is the slow part. */
async function findAndCount(
  ctx: Reading,
  filter: SubscriberFilter,
  { after, limit }: Position,
): Promise<[Cursor[], number]> {
  const now = ctx.clock.now();
  const direction = directionOf(filter);
  const rows = await ctx.db.$queryRaw<(Partial<FoundRow> & { count: number })[]>`
    WITH matching AS MATERIALIZED (
      SELECT s.id, ${sortKeyOf(filter.sort, now)} AS key FROM ${sourceOf(filter)}
      WHERE ${conditionOf(filter, now)}
    ), page AS (
      SELECT id, key FROM matching WHERE ${comesAfter(filter, after, Prisma.sql`key, id`)}
      ORDER BY key ${direction}, id ${direction} LIMIT ${limit})
    SELECT total.count, page.id, page.key
    FROM (SELECT count(*)::int AS count FROM matching) total LEFT JOIN page ON true
    ORDER BY key ${direction}, id ${direction}`;
  const found = rows.flatMap(({ id, key }) =>
    id && key !== undefined ? [toCursor({ id, key })] : [],
  );
  return [found, rows[0]?.count ?? 0];
}

function directionOf({ order }: SubscriberFilter): Prisma.Sql {
  return order === "asc" ? Prisma.sql`ASC` : Prisma.sql`DESC`;
}

function toCursor({ id, key }: FoundRow): Cursor {
  return { id, key: key instanceof Date ? key.toISOString() : key };
}

/** SQL: a row follows the last one seen. */
function comesAfter(
  { sort, order }: SubscriberFilter,
  after: Cursor | null,
  columns: Prisma.Sql,
): Prisma.Sql {
  if (!after) return Prisma.sql`true`;
  const comes = order === "asc" ? Prisma.sql`>` : Prisma.sql`<`;
  return Prisma.sql`(${columns}) ${comes} (${keyValue(sort, after.key)}, ${after.id}::int)`;
}

function keyValue(sort: SubscriberFilter["sort"], key: string): Prisma.Sql {
  if (sort !== "joined") return Prisma.sql`${key.replaceAll("\0", "")}::text`;
  const at = new Date(key);
  if (Number.isNaN(at.getTime())) throw invalidCursor();
  return Prisma.sql`${at}::timestamptz`;
}

async function countMatching(ctx: Reading, filter: SubscriberFilter): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${sourceOf(filter)}
    WHERE ${conditionOf(filter, ctx.clock.now())}`;
  return row?.count ?? 0;
}
