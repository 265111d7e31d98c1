import { fromDatabaseDate, toDatabaseDate, toFullDate } from "@/lib/contracts/calendar";
import {
  type DailyMessageInput,
  type DailyMessageListQuery,
  type DailyMessageUpdate,
  type DailyMessageView,
  dailyMessageListDefaultLimit,
} from "@/lib/contracts/daily-messages";
import { dailyMessageMessages } from "@/lib/messages/daily-messages";
import { AppError } from "@/lib/platform/app-error";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { isSameInstant, nextVersion } from "../optimistic-lock";
import { beginningOf, longestMessage } from "./message-length";

type House = Pick<Context, "db" | "clock" | "settings">;

const messages = dailyMessageMessages;

/** One page of messages, newest first, and how many there are in all of the days asked for. */
export type DailyMessageList = { messages: DailyMessageView[]; totalCount: number };

/** The messages of some days (of all days when none are named), newest first. */
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

/** One message. Throws AppError 404. */
export async function getDailyMessage(
  ctx: Pick<Context, "db">,
  id: number,
): Promise<DailyMessageView> {
  const row = await ctx.db.dailyMessage.findUnique({ where: { id } });
  if (!row) throw new AppError(404, messages.notFound);
  return toView(row);
}

/**
 * Writes a new message.
 *
 * @throws AppError 400 when a text cannot carry it with a link; 409 `active_message_exists` when
 *   it is active and its date has an active message already
 */
export async function createDailyMessage(
  ctx: House,
  input: DailyMessageInput,
  actor: Actor,
): Promise<DailyMessageView> {
  refuseTooLong(ctx, input);
  return sayingWhichIsActive(ctx, input.date, () =>
    ctx.db.$transaction(async (tx) => {
      const row = await tx.dailyMessage.create({
        data: { ...toRow(input), createdAt: ctx.clock.now() },
      });
      const subject = `daily-message:${row.id}`;
      await recordAudit(ctx, tx, { actor, action: "daily-message.created", subject });
      return toView(row);
    }),
  );
}

/**
 * Replaces the date, text and active flag of one message. The last writer wins, unless `updatedAt`
 * says which state the editor had before them.
 *
 * @throws AppError 404; 409 `message_changed` when somebody saved since; 400 and 409 as for a new one
 */
export async function updateDailyMessage(
  ctx: House,
  id: number,
  { updatedAt: seenUpdatedAt, ...input }: DailyMessageUpdate,
  actor: Actor,
): Promise<DailyMessageView> {
  refuseTooLong(ctx, input);
  return sayingWhichIsActive(ctx, input.date, () =>
    ctx.db.$transaction(async (tx) => {
      const [before] = await tx.$queryRaw<{ updatedAt: Date | null }[]>`
        SELECT updated_at AS "updatedAt" FROM daily_messages WHERE id = ${id} FOR UPDATE`;
      if (!before) throw new AppError(404, messages.notFound);
      if (seenUpdatedAt !== undefined && !isSameInstant(before.updatedAt, seenUpdatedAt)) {
        throw new AppError(409, messages.savedSince, {
          code: "message_changed",
          field: "updatedAt",
        });
      }
      const updatedAt = nextVersion(before.updatedAt, ctx.clock.now());
      const row = await tx.dailyMessage.update({
        where: { id },
        data: { ...toRow(input), updatedAt },
      });
      const subject = `daily-message:${id}`;
      await recordAudit(ctx, tx, { actor, action: "daily-message.updated", subject });
      return toView(row);
    }),
  );
}

/**
 * Removes one message for good; what was sent from it stays in its edition.
 *
 * @throws AppError 404
 */
export async function deleteDailyMessage(
  ctx: Pick<Context, "db" | "clock">,
  id: number,
  actor: Actor,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.dailyMessage.deleteMany({ where: { id } });
    if (count === 0) throw new AppError(404, messages.notFound);
    const subject = `daily-message:${id}`;
    await recordAudit(ctx, tx, { actor, action: "daily-message.deleted", subject });
  });
}

function refuseTooLong(ctx: Pick<Context, "settings">, { message }: DailyMessageInput): void {
  const longest = longestMessage(ctx.settings.siteUrl);
  if (message.trim().length <= longest) return;
  throw new AppError(400, messages.messageTooLong(longest), { field: "message" });
}

function toRow({ date, ...message }: DailyMessageInput) {
  return { ...message, localDate: toDatabaseDate(date) };
}

function toView(row: {
  id: number;
  localDate: Date;
  message: string;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date | null;
}): DailyMessageView {
  return {
    id: row.id,
    date: fromDatabaseDate(row.localDate),
    message: row.message,
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt?.toISOString() ?? null,
  };
}

// The partial unique index decides, not a look beforehand: two editors may save at the same moment.
async function sayingWhichIsActive<T>(
  ctx: Pick<Context, "db">,
  date: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUniqueIndex(error) !== "daily_messages_active_date_key") throw error;
    const holder = await ctx.db.dailyMessage.findFirst({
      where: { localDate: toDatabaseDate(date), isActive: true },
    });
    const sentence = holder
      ? messages.activeExists(toFullDate(date), beginningOf(holder.message))
      : messages.activeExistsBriefly(toFullDate(date));
    throw new AppError(409, sentence, {
      code: "active_message_exists",
      field: "date",
      cause: error,
    });
  }
}
