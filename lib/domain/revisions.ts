import type { RevisionDetail, RevisionHead } from "@/lib/contracts/admin/history";
import { historyMessages } from "@/lib/messages/admin/history";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { nameOf, type Actor } from "./audit";
import type { Context } from "./context";

/** What has versions. */
export type Subject = { postId: number } | { dailyMessageId: number };

/** A version's fields, such as `{ title, slug, … }`. */
export type Fields = Readonly<Record<string, string | number | boolean>>;

/** Every field of a version, in the order in which people read them. */
const order = [
  "title",
  "slug",
  "date",
  "readTime",
  "isDraft",
  "threadTerms",
  "emailSubject",
  "isActive",
  "message",
  "content",
];

/** How many versions are listed at most. */
const mostListed = 100;

/**
 * Records a save as a version, in its transaction, unless nothing changed since the last one. Its subject's
 * row must be locked.
 *
 * @param previous what was stored before, and since when; becomes the first version of something older than
 *   this history
 */
export async function recordRevision(
  ctx: Pick<Context, "clock">,
  tx: Pick<Transaction, "revision">,
  subject: Subject,
  fields: Fields,
  actor: Actor,
  previous?: { fields: Fields; at: Date },
): Promise<void> {
  const last = await tx.revision.findFirst({ where: subject, orderBy: { number: "desc" } });
  if (!last && previous) {
    const { fields: content, at: createdAt } = previous;
    await tx.revision.create({ data: { ...subject, number: 1, content, createdAt } });
  }
  const before = last?.content ?? previous?.fields;
  if (before && changedFields(toFields(before), toFields(fields)).length === 0) return;
  const number = (last?.number ?? (previous ? 1 : 0)) + 1;
  await tx.revision.create({
    data: { ...subject, number, content: fields, actor, createdAt: ctx.clock.now() },
  });
}

/** The versions of something, newest first, with what each changed. */
export async function listRevisions(
  { db }: Pick<Context, "db">,
  subject: Subject,
): Promise<RevisionHead[]> {
  const rows = await db.revision.findMany({
    where: subject,
    orderBy: { number: "desc" },
    take: mostListed + 1,
  });
  return rows.slice(0, mostListed).map(({ number, actor, createdAt, content }, index) => ({
    number,
    by: actor && nameOf(actor),
    at: createdAt.toISOString(),
    changed: changedFields(toFields(rows[index + 1]?.content), toFields(content)),
  }));
}

/** One version, and the one before it. Throws AppError 404. */
export async function getRevision(
  { db }: Pick<Context, "db">,
  subject: Subject,
  number: number,
): Promise<RevisionDetail> {
  const rows = await db.revision.findMany({
    where: { ...subject, number: { in: [number, number - 1] } },
    orderBy: { number: "desc" },
  });
  const [row, before] = rows;
  if (row?.number !== number) throw new AppError(404, historyMessages.notFound);
  return {
    number,
    by: row.actor && nameOf(row.actor),
    at: row.createdAt.toISOString(),
    fields: toFields(row.content),
    before: before ? toFields(before.content) : null,
  };
}

function toFields(content: unknown): Record<string, string> {
  if (typeof content !== "object" || content === null) return {};
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, String(value)]));
}

/** Sorted like `order`, because PostgreSQL has its own order. */
function changedFields(before: Fields, after: Fields): string[] {
  return order.filter((name) => before[name] !== after[name]);
}

/**
 * Whether a row is unchanged since the editor loaded it.
 *
 * @param stored the row's `updatedAt`
 * @param seen the `updatedAt` (ISO) that the editor loaded; null if the row had never changed
 */
export function isSameInstant(stored: Date | null, seen: string | null): boolean {
  return (stored?.getTime() ?? null) === (seen === null ? null : Date.parse(seen));
}

/**
 * The `updatedAt` of a change. Always later than the previous one, so that two saves in the same
 * millisecond, or after the clock was set back, still look different to an editor.
 */
export function nextVersion(previous: Date | null, now: Date): Date {
  return previous && previous >= now ? new Date(previous.getTime() + 1) : now;
}
