import { createHash } from "node:crypto";
import {
  firstBriefingDate,
  localDateAt,
  toDisplayDate,
  toWeekdayDate,
} from "@/lib/contracts/calendar";
import type { PlanName } from "@/lib/contracts/plans";
import { timezones } from "@/lib/contracts/timezones";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import type { RenderedNotice } from "../ports/notice-renderer";

/** Stores the welcome email for a worker to send, once per address. */
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

type DueNotice = {
  key: string;
  kind: string;
  recipient: string;
  subscriberId: number;
  /** Earlier attempts, none of which is known to have succeeded. */
  failures: number;
};

/** Sends the stored welcome emails and trial reminders that are due, and retries failed ones. */
export async function sendNotices(ctx: Context): Promise<void> {
  const due = await ctx.db.$queryRaw<DueNotice[]>`
    UPDATE notices SET next_attempt_at = now() + interval '60 s'
    WHERE key IN (
      SELECT key FROM notices WHERE sent_at IS NULL AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT 20 FOR UPDATE SKIP LOCKED)
    RETURNING key, kind, recipient, subscriber_id AS "subscriberId", failures`;
  await Promise.all(due.map((notice) => sendOne(ctx, notice)));
}

async function sendOne(ctx: Context, notice: DueNotice): Promise<void> {
  const { key } = notice;
  try {
    // Counted before the call: if the worker dies during it, the next attempt asks the provider.
    await ctx.db.notice.update({ where: { key }, data: { failures: { increment: 1 } } });
    await deliver(ctx, notice);
    await ctx.db.notice.update({ where: { key }, data: { sentAt: ctx.clock.now() } });
  } catch (error) {
    ctx.log.error({ err: error, kind: notice.kind }, "notice not sent");
  }
}

async function deliver(ctx: Context, notice: DueNotice): Promise<void> {
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
    ctx.log.warn({ reason: result.reason, kind: notice.kind }, "notice refused by the provider");
  }
}

/** The same for every attempt, so that the provider can be asked about earlier ones. */
function tagOf(key: string): string {
  return createHash("sha256").update(`notice:${key}`).digest("hex").slice(0, 32);
}

/** Null if the notice no longer applies. */
async function render(ctx: Context, notice: DueNotice): Promise<RenderedNotice | null> {
  const subscriber = await ctx.db.subscriber.findUnique({
    where: { id: notice.subscriberId },
    select: { name: true, email: true, timezone: true },
  });
  if (!subscriber) return null;
  const { siteUrl } = ctx.settings;
  const { name, email, timezone } = subscriber;
  const trial = await findTrial(ctx, notice.subscriberId);
  const chargeDate =
    trial?.firstChargeAt && toDisplayDate(localDateAt(trial.firstChargeAt, timezone));
  if (notice.kind === "welcome") {
    return ctx.notices.renderWelcome({
      siteUrl,
      name,
      email,
      timezoneLabel: timezones.find(({ value }) => value === timezone)?.label ?? timezone,
      firstBriefingDay: toWeekdayDate(firstBriefingDate(ctx.clock.now(), timezone)),
      trialEndDate: chargeDate ?? null,
    });
  }
  if (!trial || !chargeDate) return null;
  return ctx.notices.renderTrialReminder({ siteUrl, name, plan: readPlan(trial.plan), chargeDate });
}

/** The subscriber's free trial, unless it was canceled and so won't be charged. */
async function findTrial(ctx: Context, subscriberId: number) {
  return ctx.db.subscription.findFirst({
    where: { subscriberId, status: "trialing", cancelAt: null, stoppedAt: null },
    select: { plan: true, firstChargeAt: true },
    orderBy: { id: "desc" },
  });
}

function readPlan(plan: string | null): PlanName {
  return plan === "annual" ? "annual" : "monthly";
}
