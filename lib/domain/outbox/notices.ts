import { createHash } from "node:crypto";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { inTrace } from "@/lib/platform/observability/trace";
import type { Context } from "../context";
import type { NoticeKind, StoredNotice } from "./notice-facts";
import { dueAtOnce } from "./operator-alerts";
import { changeIdOf, renderNotice } from "./render-notice";

/** An email to one person about something that happened. */
export type PlannedNotice = {
  /** One notice is sent per key. */
  key: string;
  kind: NoticeKind;
  /** Null only for a deleted account. */
  subscriberId: number | null;
  recipient: string;
  /** Facts of the event that the email needs. */
  detail?: Prisma.InputJsonObject;
};

type Outbox = Pick<Transaction, "notice">;

/** Stores an email for a worker to send, once per key. */
export async function planNotice(ctx: Context, tx: Outbox, notice: PlannedNotice): Promise<void> {
  await planNotices(ctx, tx, [notice]);
}

/** Stores an email to a subscriber's current address, like `planNotice`. */
export async function planNoticeTo(
  ctx: Context,
  tx: Outbox & Pick<Transaction, "subscriber">,
  subscriberId: number,
  notice: Omit<PlannedNotice, "subscriberId" | "recipient">,
): Promise<void> {
  const { email: recipient } = await tx.subscriber.findUniqueOrThrow({
    where: { id: subscriberId },
    select: { email: true },
  });
  await planNotice(ctx, tx, { ...notice, subscriberId, recipient });
}

/** Stores emails for a worker to send, each once per key. */
export async function planNotices(
  ctx: Context,
  tx: Outbox,
  notices: readonly PlannedNotice[],
): Promise<void> {
  const common = { createdAt: ctx.clock.now(), nextAttemptAt: dueAtOnce };
  await tx.notice.createMany({
    data: notices.map((notice) => ({ ...notice, ...common })),
    skipDuplicates: true,
  });
}

type DueNotice = StoredNotice & {
  key: string;
  /** Earlier attempts; none is known to have succeeded. */
  failures: number;
};

/**
 * Sends the stored emails that are due, and retries failed ones.
 *
 * @param key sends only this notice
 */
export async function sendNotices(ctx: Context, key: string | null = null): Promise<void> {
  const due = await ctx.db.$queryRaw<DueNotice[]>`
    UPDATE notices SET next_attempt_at = now() + interval '60 s'
    WHERE key IN (
      SELECT key FROM notices WHERE sent_at IS NULL AND next_attempt_at <= now()
        AND (${key}::text IS NULL OR key = ${key})
      ORDER BY next_attempt_at LIMIT 20 FOR UPDATE SKIP LOCKED)
    RETURNING key, kind, recipient, subscriber_id AS "subscriberId", detail, failures`;
  await Promise.all(due.map((notice) => sendOne(ctx, notice)));
}

function sendOne(ctx: Context, notice: DueNotice): Promise<void> {
  const { key } = notice;
  return inTrace({ name: "send notice", kind: "consumer" }, async (trace) => {
    try {
      // Counted before the call: if the worker dies during it, the next attempt asks the provider.
      await ctx.db.notice.update({ where: { key }, data: { failures: { increment: 1 } } });
      await finish(ctx, notice, await deliver(ctx, notice));
    } catch (error) {
      trace.fail(error);
      ctx.log.error({ err: error, kind: notice.kind }, "notice not sent");
    }
  });
}

/**
 * Forgets the address of a deleted account once it was notified. For a change of address, the wait starts
 * when the current address was notified.
 */
async function finish(ctx: Context, notice: DueNotice, isAccepted: boolean): Promise<void> {
  const { key, kind, detail } = notice;
  const now = ctx.clock.now();
  if (kind === "account_deleted") {
    await ctx.db.notice.deleteMany({ where: { key } });
    return;
  }
  await ctx.db.$transaction(async (tx) => {
    await tx.notice.update({ where: { key }, data: { sentAt: now } });
    const id = kind === "email_change_requested" && isAccepted ? changeIdOf(detail) : null;
    if (id === null) return;
    await tx.emailChange.updateMany({ where: { id, toldAt: null }, data: { toldAt: now } });
  });
}

/** Sends a notice that still applies. Returns whether the provider accepted it, now or before. */
async function deliver(ctx: Context, notice: DueNotice): Promise<boolean> {
  const tag = tagOf(notice.key);
  const mayBeSent = notice.failures > 0 || (await wasRestored(ctx));
  if (mayBeSent && (await ctx.mail.findByTag(tag)).length > 0) return true;
  if (await isSuppressed(ctx, notice.recipient)) return false;
  const rendered = await renderNotice(ctx, notice);
  if (!rendered) return false;
  const answer = await ctx.mail.sendBatch(
    [{ to: notice.recipient, ...rendered, metadata: { notice: notice.kind } }],
    { stream: "transactional", tag },
  );
  if (answer.state !== "answered") throw new Error(answer.detail);
  const [result] = answer.results;
  if (result?.state === "refused") {
    ctx.log.warn({ reason: result.reason, kind: notice.kind }, "notice refused by the provider");
  }
  return result?.state === "accepted";
}

/** Whether the database may have lost records of sent emails: backups are up to 30 days old. */
async function wasRestored(ctx: Context): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<{ some: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM restores
      WHERE confirmed_at > now() - interval '30 days') AS some`;
  return row?.some ?? false;
}

/** Whether email to an address bounces, or its owner reported us as spam. Unsubscribing doesn't count. */
async function isSuppressed(ctx: Context, email: string): Promise<boolean> {
  const where = { channel: "email", address: email.toLowerCase() };
  return (await ctx.db.suppression.count({ where })) > 0;
}

/** The same for every attempt, so that the provider can be asked about earlier ones. */
function tagOf(key: string): string {
  return createHash("sha256").update(`notice:${key}`).digest("hex").slice(0, 32);
}
