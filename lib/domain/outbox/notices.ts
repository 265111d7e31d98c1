import { createHash } from "node:crypto";
import { localDateAt, toFullDate } from "@/lib/contracts/calendar";
import type { PlanName } from "@/lib/contracts/plans";
import { timezones } from "@/lib/contracts/timezones";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import type { RenderedNotice } from "../ports/notice-renderer";

/** Keeps the welcome for sending, once per address; a worker sends it. */
export async function planWelcome(
  ctx: Context,
  tx: Transaction,
  subscriber: { id: number; email: string },
): Promise<void> {
  await tx.notice.createMany({
    data: {
      key: `welcome:${subscriber.email.toLowerCase()}`,
      kind: "welcome",
      subscriberId: subscriber.id,
      recipient: subscriber.email,
      createdAt: ctx.clock.now(),
    },
    skipDuplicates: true,
  });
}

type WaitingNotice = {
  key: string;
  kind: string;
  recipient: string;
  subscriberId: number;
  failures: number;
};

/**
 * Mails the notices that have not left yet, and tries again those that did not get through. Before
 * another try the provider is asked whether the last one did.
 */
export async function sendNotices(ctx: Context): Promise<void> {
  const waiting = await ctx.db.$queryRaw<WaitingNotice[]>`
    UPDATE notices SET next_attempt_at = now() + interval '60 s'
    WHERE key IN (
      SELECT key FROM notices WHERE sent_at IS NULL AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT 20 FOR UPDATE SKIP LOCKED)
    RETURNING key, kind, recipient, subscriber_id AS "subscriberId", failures`;
  await Promise.all(waiting.map((notice) => sendOne(ctx, notice)));
}

async function sendOne(ctx: Context, notice: WaitingNotice): Promise<void> {
  const { key } = notice;
  try {
    // Noted before the call, so that a worker that dies in it leaves the doubt on record.
    await ctx.db.notice.update({ where: { key }, data: { failures: { increment: 1 } } });
    await deliver(ctx, notice);
    await ctx.db.notice.update({ where: { key }, data: { sentAt: ctx.clock.now() } });
  } catch (error) {
    ctx.log.error({ err: error, key: notice.kind }, "a notice did not leave");
  }
}

/** The same for every try at one notice, so that the provider can be asked about earlier ones. */
function tagOf(key: string): string {
  return createHash("sha256").update(`notice:${key}`).digest("hex").slice(0, 32);
}

async function deliver(ctx: Context, notice: WaitingNotice): Promise<void> {
  const tag = tagOf(notice.key);
  if (notice.failures > 0 && (await ctx.mail.findByTag(tag)).length > 0) return;
  const rendered = await render(ctx, notice);
  if (!rendered) return;
  const answer = await ctx.mail.sendBatch(
    [{ to: notice.recipient, ...rendered, metadata: { notice: notice.kind } }],
    { stream: "transactional", tag },
  );
  if (answer.state !== "answered") throw new Error(answer.detail);
  const [result] = answer.results;
  if (result?.state === "refused") {
    ctx.log.warn({ reason: result.reason, kind: notice.kind }, "a notice was refused for good");
  }
}

/** Null when there is nothing to say any more. */
async function render(ctx: Context, notice: WaitingNotice): Promise<RenderedNotice | null> {
  const subscriber = await ctx.db.subscriber.findUnique({
    where: { id: notice.subscriberId },
    select: { name: true, email: true, timezone: true },
  });
  if (!subscriber) return null;
  const { siteUrl } = ctx.settings;
  const { name, email, timezone } = subscriber;
  if (notice.kind === "welcome") {
    const timezoneLabel = timezones.find(({ value }) => value === timezone)?.label ?? timezone;
    return ctx.notices.renderWelcome({ siteUrl, name, email, timezoneLabel });
  }
  const trial = await ctx.db.subscription.findFirst({
    where: {
      subscriberId: notice.subscriberId,
      status: "trialing",
      cancelAt: null,
      stoppedAt: null,
    },
    select: { plan: true, firstChargeAt: true },
    orderBy: { id: "desc" },
  });
  if (!trial?.firstChargeAt) return null;
  return ctx.notices.renderTrialReminder({
    siteUrl,
    name,
    plan: readPlan(trial.plan),
    chargeDate: toFullDate(localDateAt(trial.firstChargeAt, timezone)),
  });
}

function readPlan(plan: string | null): PlanName {
  return plan === "annual" ? "annual" : "monthly";
}
