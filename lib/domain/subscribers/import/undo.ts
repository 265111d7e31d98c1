import { z } from "zod";
import type { ImportUndone } from "@/lib/contracts/admin/imports";
import { timezoneSchema } from "@/lib/contracts/timezones";
import { importMessages } from "@/lib/messages/admin/imports";
import { Prisma, type Database, type Transaction } from "@/lib/platform/database/database";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { holdoverAfterMove } from "../../delivery/schedule/timezone-holdover";
import { forgetFile } from "./stored-import";

const transactionTimeoutMs = 60_000;

const beforeSchema = z.object({
  name: z.string().nullable(),
  phone: z.string().nullable(),
  timezone: timezoneSchema,
  emailEnabled: z.boolean(),
  smsEnabled: z.boolean(),
  subscription: z
    .object({
      id: z.int(),
      status: z.string(),
      plan: z.string().nullable(),
      cancelAt: z.iso.datetime({ offset: true }).nullable(),
      accessEndsAt: z.iso.datetime({ offset: true }).nullable(),
    })
    .nullable(),
});

/**
 * The newest import that has been started, if none of the people it added has a row in the ledger
 * yet; null if there's none.
 */
export async function findUndoable(db: Database | Transaction): Promise<number | null> {
  const [newest] = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM subscriber_imports i
    WHERE id = (SELECT max(id) FROM subscriber_imports WHERE started_at IS NOT NULL)
      AND state IN ('running', 'done')
      AND NOT EXISTS (
        SELECT 1 FROM imported_people p
        JOIN deliveries d ON d.subscriber_id = p.subscriber_id AND d.channel IN ('email', 'sms')
          AND d.local_date = ANY(ARRAY(
            SELECT DISTINCT local_date FROM delivery_slots
            WHERE local_date >= i.started_at::date - 1 AND planned_at IS NOT NULL))
        WHERE p.import_id = i.id AND p.before IS NULL AND d.state <> 'excluded')`;
  return newest?.id ?? null;
}

/**
 * Removes the people whom an import added, and restores the old data of those it changed. Skips anyone who
 * has since subscribed, started a sign-up, logged in, or been changed.
 *
 * @throws AppError 409 when briefings have been sent, or a newer import follows
 */
export async function undoImport(ctx: Context, id: number, actor: Actor): Promise<ImportUndone> {
  return ctx.db.$transaction(
    async (tx) => {
      // Waits for the chunk that is being stored.
      await tx.$queryRaw`SELECT 1 FROM subscriber_imports WHERE id = ${id} FOR UPDATE`;
      await tx.$queryRaw`
        SELECT 1 FROM subscribers s JOIN imported_people p ON p.subscriber_id = s.id
        WHERE p.import_id = ${id} ORDER BY s.id FOR UPDATE OF s`;
      if ((await findUndoable(tx)) !== id) throw new AppError(409, importMessages.cannotUndo);
      const removed = await removeAdded(tx, id);
      const restored = await restoreChanged(ctx, tx, id);
      const kept = await tx.importedPerson.count({
        where: { importId: id, before: { equals: Prisma.DbNull } },
      });
      await tx.subscriberImport.update({
        where: { id },
        data: { state: "undone", undoneAt: ctx.clock.now() },
      });
      await forgetFile(tx, id);
      const detail = { removed, restored, kept };
      await recordAudit(ctx, tx, {
        actor,
        action: "subscribers.import_undone",
        subject: `import:${id}`,
        detail,
      });
      return detail;
    },
    { timeout: transactionTimeoutMs },
  );
}

async function removeAdded(tx: Transaction, id: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM subscribers s USING imported_people p
    WHERE p.import_id = ${id} AND p.before IS NULL AND s.id = p.subscriber_id
      AND NOT EXISTS (
        SELECT 1 FROM subscriptions x
        WHERE x.subscriber_id = s.id AND x.paddle_subscription_id IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM onboarding_records r WHERE r.subscriber_id = s.id)
      AND NOT EXISTS (SELECT 1 FROM sessions l WHERE l.subscriber_id = s.id)`;
}

/** Returns how many people's data was restored. */
async function restoreChanged(ctx: Context, tx: Transaction, id: number): Promise<number> {
  const now = ctx.clock.now();
  const changed = await tx.importedPerson.findMany({
    where: { importId: id, before: { not: Prisma.DbNull } },
    include: {
      subscriber: {
        select: { timezone: true, holdoverDate: true, holdoverTimezone: true, updatedAt: true },
      },
    },
  });
  let restored = 0;
  for (const { subscriberId, before, storedAt, subscriber } of changed) {
    const old = beforeSchema.parse(before);
    await restoreStatus(tx, subscriberId, old.subscription, storedAt);
    // Changed since, by the person or the team.
    if (subscriber.updatedAt && subscriber.updatedAt > storedAt) continue;
    const timezone = timezoneSchema.parse(subscriber.timezone);
    const { name, phone, emailEnabled, smsEnabled } = old;
    const holdoverTimezone = timezoneSchema.nullable().parse(subscriber.holdoverTimezone);
    const state = { timezone, holdoverDate: subscriber.holdoverDate, holdoverTimezone };
    await tx.subscriber.update({
      where: { id: subscriberId },
      data: {
        name,
        phone,
        emailEnabled,
        smsEnabled,
        timezone: old.timezone,
        ...(timezone !== old.timezone && holdoverAfterMove(state, old.timezone, now)),
        updatedAt: now,
      },
      select: { id: true },
    });
    restored += 1;
  }
  return restored;
}

/** An import doesn't change Paddle's subscriptions. */
async function restoreStatus(
  tx: Transaction,
  subscriberId: number,
  old: z.output<typeof beforeSchema>["subscription"],
  storedAt: Date,
): Promise<void> {
  if (old === null) {
    await tx.subscription.deleteMany({
      where: { subscriberId, paddleSubscriptionId: null, createdAt: storedAt },
    });
    return;
  }
  const { id, ...before } = old;
  await tx.subscription.updateMany({
    where: { id, paddleSubscriptionId: null, updatedAt: storedAt },
    data: before,
  });
}
