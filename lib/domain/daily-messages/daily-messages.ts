import { fromDatabaseDate, toDatabaseDate, toFullDate } from "@/lib/contracts/dates";
import type {
  DailyMessageInput,
  DailyMessageListQuery,
  DailyMessageView,
} from "@/lib/contracts/daily-messages";
import { sentences } from "@/lib/contracts/sentences";
import { AppError } from "@/lib/platform/app-error";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { beginningOf, longestMessage } from "./message-length";

type House = Pick<Context, "db" | "clock" | "settings">;

const say = sentences.dailyMessages;

/** The messages of some days (all of them when none are named), newest first. */
export async function listDailyMessages(
  ctx: Pick<Context, "db">,
  { from, to }: DailyMessageListQuery = {},
): Promise<DailyMessageView[]> {
  const rows = await ctx.db.dailyMessage.findMany({
    where: {
      localDate: {
        ...(from === undefined ? {} : { gte: toDatabaseDate(from) }),
        ...(to === undefined ? {} : { lte: toDatabaseDate(to) }),
      },
    },
    orderBy: [{ localDate: "desc" }, { id: "desc" }],
  });
  return rows.map(toView);
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
 * Replaces the date, text and active flag of one message.
 *
 * @throws AppError 404; 400 and 409 as for a new one
 */
export async function updateDailyMessage(
  ctx: House,
  id: number,
  input: DailyMessageInput,
  actor: Actor,
): Promise<DailyMessageView> {
  refuseTooLong(ctx, input);
  return sayingWhichIsActive(ctx, input.date, () =>
    ctx.db.$transaction(async (tx) => {
      const [row] = await tx.dailyMessage.updateManyAndReturn({
        where: { id },
        data: { ...toRow(input), updatedAt: ctx.clock.now() },
      });
      if (!row) throw new AppError(404, say.notFound);
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
    if (count === 0) throw new AppError(404, say.notFound);
    const subject = `daily-message:${id}`;
    await recordAudit(ctx, tx, { actor, action: "daily-message.deleted", subject });
  });
}

function refuseTooLong(ctx: Pick<Context, "settings">, { message }: DailyMessageInput): void {
  const longest = longestMessage(ctx.settings.siteUrl);
  if (message.trim().length <= longest) return;
  throw new AppError(400, say.messageTooLong(longest), { field: "message" });
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
      ? say.activeExists(toFullDate(date), beginningOf(holder.message))
      : say.activeExistsBriefly(toFullDate(date));
    throw new AppError(409, sentence, {
      code: "active_message_exists",
      field: "date",
      cause: error,
    });
  }
}
