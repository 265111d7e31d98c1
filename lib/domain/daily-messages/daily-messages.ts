import { fromDatabaseDate, toDatabaseDate } from "@/lib/calendar/days";
import { formatLongMonthDayYear } from "@/lib/calendar/format";
import {
  type DailyMessageInput,
  type DailyMessageListQuery,
  type DailyMessageUpdate,
  type DailyMessageView,
  dailyMessageListDefaultLimit,
} from "@/lib/contracts/daily-messages";
import { dailyMessageMessages } from "@/lib/messages/daily-messages";
import { daysOffMessages } from "@/lib/messages/days-off";
import { AppError } from "@/lib/platform/app-error";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { isDayOff } from "./days-off";
import { isSameInstant, nextVersion, recordRevision, type Fields } from "../revisions";
import { beginningOf, requireFitsInText } from "./message-length";

type Writing = Pick<Context, "db" | "clock" | "settings">;

const messages = dailyMessageMessages;

/** One page of messages, newest first, and how many match in all. */
export type DailyMessageList = { messages: DailyMessageView[]; totalCount: number };

/** Messages from `query.from` to `query.to`, both inclusive and optional, newest first. */
export async function listDailyMessages(
  ctx: Pick<Context, "db">,
  query: Partial<DailyMessageListQuery> = {},
): Promise<DailyMessageList> {
  const { from, to, before, limit = dailyMessageListDefaultLimit } = query;
  const where = {
    localDate: {
      ...(from === undefined ? {} : { gte: toDatabaseDate(from) }),
      ...(to === undefined ? {} : { lte: toDatabaseDate(to) }),
    },
  };
  const [rows, totalCount] = await Promise.all([
    ctx.db.dailyMessage.findMany({
      where,
      orderBy: [{ localDate: "desc" }, { id: "desc" }],
      take: limit,
      ...(before === undefined ? {} : { cursor: { id: before }, skip: 1 }),
    }),
    ctx.db.dailyMessage.count({ where }),
  ]);
  return { messages: rows.map(toView), totalCount };
}

/** The active message of a date (YYYY-MM-DD); null if it has none. */
export async function findActiveMessage(
  { db }: { db: Pick<Transaction, "dailyMessage"> },
  date: string,
): Promise<string | null> {
  const found = await db.dailyMessage.findFirst({
    where: { localDate: toDatabaseDate(date), isActive: true },
    select: { message: true },
  });
  return found?.message ?? null;
}

/**
 * The ids of the messages that went out on their date in at least one time zone: those with an edition. A
 * message that was moved to a different date afterward doesn't count.
 */
export async function listSentMessages(
  ctx: Pick<Context, "db">,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT m.id FROM daily_messages m
    WHERE m.id = ANY(${[...ids]}) AND EXISTS (
      SELECT 1 FROM editions e WHERE e.daily_message_id = m.id AND e.local_date = m.local_date)`;
  return new Set(rows.map(({ id }) => id));
}

/** Throws AppError 404. */
export async function getDailyMessage(
  ctx: Pick<Context, "db">,
  id: number,
): Promise<DailyMessageView> {
  const row = await ctx.db.dailyMessage.findUnique({ where: { id } });
  if (!row) throw new AppError(404, messages.notFound);
  return toView(row);
}

/**
 * @throws AppError 400 if the message and a link don't fit in one text; 409 `active_message_exists` if
 *   its date already has an active message, `day_off` if it's active on a day off
 */
export async function createDailyMessage(
  ctx: Writing,
  input: DailyMessageInput,
  actor: Actor,
): Promise<DailyMessageView> {
  requireFitsInText(ctx.settings.siteUrl, input.message);
  return explainActiveConflict(ctx, input.date, () =>
    ctx.db.$transaction(async (tx) => {
      const row = await tx.dailyMessage.create({
        data: { ...toRow(input), createdAt: ctx.clock.now() },
      });
      await recordRevision(ctx, tx, { dailyMessageId: row.id }, fieldsOf(input), actor);
      await refuseOnDayOff(tx, input);
      const subject = `daily-message:${row.id}`;
      await recordAudit(ctx, tx, { actor, action: "daily-message.created", subject });
      return toView(row);
    }),
  );
}

/**
 * Replaces a message's date, text, and active flag. Without `updatedAt`, the last save wins.
 *
 * @throws AppError 404; 409 `message_changed` if someone saved after `updatedAt`; 400 and 409 as
 *   `createDailyMessage`
 */
export async function updateDailyMessage(
  ctx: Writing,
  id: number,
  { updatedAt: seenUpdatedAt, ...input }: DailyMessageUpdate,
  actor: Actor,
): Promise<DailyMessageView> {
  requireFitsInText(ctx.settings.siteUrl, input.message);
  return explainActiveConflict(ctx, input.date, () =>
    ctx.db.$transaction(async (tx) => {
      const before = await lockMessage(tx, id);
      if (seenUpdatedAt !== undefined && !isSameInstant(before.updatedAt, seenUpdatedAt)) {
        throw new AppError(409, messages.changed, {
          code: "message_changed",
          field: "updatedAt",
        });
      }
      const updatedAt = nextVersion(before.updatedAt, ctx.clock.now());
      const row = await tx.dailyMessage.update({
        where: { id },
        data: { ...toRow(input), updatedAt },
      });
      await refuseOnDayOff(tx, input);
      await recordRevision(ctx, tx, { dailyMessageId: id }, fieldsOf(input), actor, former(before));
      await recordAudit(ctx, tx, {
        actor,
        action: "daily-message.updated",
        subject: `daily-message:${id}`,
        detail: changeOf(before, input),
      });
      return toView(row);
    }),
  );
}

type StoredMessage = Pick<DailyMessageInput, "date" | "message" | "isActive"> & {
  createdAt: Date;
  updatedAt: Date | null;
};

/** Throws AppError 404. */
async function lockMessage(tx: Transaction, id: number): Promise<StoredMessage> {
  const [row] = await tx.$queryRaw<StoredMessage[]>`
    SELECT local_date::text AS date, message, is_active AS "isActive",
      created_at AS "createdAt", updated_at AS "updatedAt"
    FROM daily_messages WHERE id = ${id} FOR UPDATE`;
  if (!row) throw new AppError(404, messages.notFound);
  return row;
}

/** The values before a change, and since when they were stored. */
function former(row: StoredMessage) {
  return { fields: fieldsOf(row), at: row.updatedAt ?? row.createdAt };
}

/** What a version of a message consists of. */
function fieldsOf({ date, message, isActive }: DailyMessageInput): Fields {
  return { date, message, isActive };
}

/** The fields that an update changes, before and after it. */
function changeOf(before: StoredMessage, after: Omit<DailyMessageUpdate, "updatedAt">) {
  const fields = (["date", "message", "isActive"] as const).filter(
    (name) => before[name] !== after[name],
  );
  const pick = (from: Partial<StoredMessage>) =>
    Object.fromEntries(fields.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/**
 * Permanently deletes a message. Its editions stay, and so do its versions, which show whether it could have
 * been sent. Throws AppError 404.
 */
export async function deleteDailyMessage(
  ctx: Pick<Context, "db" | "clock">,
  id: number,
  actor: Actor,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const before = await lockMessage(tx, id);
    const fields = { ...fieldsOf(before), isActive: false };
    await recordRevision(ctx, tx, { dailyMessageId: id }, fields, actor, former(before));
    await tx.dailyMessage.delete({ where: { id } });
    const subject = `daily-message:${id}`;
    await recordAudit(ctx, tx, { actor, action: "daily-message.deleted", subject });
  });
}

function toRow({ date, ...message }: DailyMessageInput) {
  return { ...message, localDate: toDatabaseDate(date) };
}

function toView(row: Prisma.DailyMessageGetPayload<object>): DailyMessageView {
  return {
    id: row.id,
    date: fromDatabaseDate(row.localDate),
    message: row.message,
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt?.toISOString() ?? null,
  };
}

/** Called after the write, whose lock keeps others from marking the day at the same moment. */
async function refuseOnDayOff(tx: Transaction, { date, isActive }: DailyMessageInput) {
  if (!isActive || !(await isDayOff({ db: tx }, date))) return;
  const message = daysOffMessages.isDayOff(formatLongMonthDayYear(date));
  throw new AppError(409, message, { code: "day_off", field: "date" });
}

// The partial unique index decides instead of a check beforehand: two editors can save at the same moment.
async function explainActiveConflict<T>(
  ctx: Pick<Context, "db">,
  date: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUniqueIndex(error) !== "daily_messages_active_date_key") throw error;
    const active = await findActiveMessage(ctx, date);
    const message =
      active === null
        ? messages.activeJustSaved(formatLongMonthDayYear(date))
        : messages.activeExists(formatLongMonthDayYear(date), beginningOf(active));
    throw new AppError(409, message, {
      code: "active_message_exists",
      field: "date",
      cause: error,
    });
  }
}
