import { createHash } from "node:crypto";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";

/** Due immediately, whatever the database's clock says. */
export const dueAtOnce = new Date(0);

/** An email to the operator; the key ensures it's sent once. */
export type Alert = {
  key: string;
  subject: string;
  body: string;
  /** An administrator to send it to instead, because it's about them. */
  recipient?: string | null;
};

/** Stores an alert for the operator, unless one with the same key was raised before. */
export async function raiseAlert(
  ctx: Pick<Context, "clock" | "log"> & { db: Pick<Transaction, "operatorAlert"> },
  alert: Alert,
): Promise<void> {
  const created = await ctx.db.operatorAlert.createMany({
    data: [{ ...alert, createdAt: ctx.clock.now(), nextAttemptAt: dueAtOnce }],
    skipDuplicates: true,
  });
  if (created.count > 0) ctx.log.warn({ key: alert.key, subject: alert.subject }, "operator alert");
}

/** The same for every attempt, so that the provider can be asked about earlier ones. */
function tagOf(key: string): string {
  return createHash("sha256").update(`alert:${key}`).digest("hex").slice(0, 32);
}

/** Sends one alert, unless an earlier attempt turns out to have succeeded. Throws to be retried. */
async function deliverAlert(
  ctx: Context,
  { failures, recipient, ...alert }: Alert & { failures: number },
): Promise<void> {
  const tag = tagOf(alert.key);
  if (failures > 0 && (await ctx.mail.findByTag(tag)).length > 0) return;
  const { siteUrl, operatorEmail } = ctx.settings;
  const isForAdmin = recipient !== null && recipient !== undefined;
  const rendered = await ctx.notices.renderOperatorAlert({ ...alert, siteUrl, isForAdmin });
  const answer = await ctx.mail.sendBatch(
    [{ ...rendered, to: recipient ?? operatorEmail, metadata: { alert: alert.key } }],
    { stream: "transactional", tag },
  );
  if (answer.state !== "answered") throw new Error(answer.detail);
}

/** Sends the alerts that are due, and retries failed ones. */
export async function sendAlerts(ctx: Context): Promise<void> {
  const due = await ctx.db.$queryRaw<(Alert & { failures: number })[]>`
    UPDATE operator_alerts SET next_attempt_at = now() + interval '30 s'
    WHERE key IN (
      SELECT key FROM operator_alerts WHERE sent_at IS NULL AND next_attempt_at <= now()
      ORDER BY created_at LIMIT 10 FOR UPDATE SKIP LOCKED)
    RETURNING key, recipient, subject, body, failures`;
  for (const alert of due) {
    try {
      await deliverAlert(ctx, alert);
      await ctx.db.operatorAlert.update({
        where: { key: alert.key },
        data: { sentAt: ctx.clock.now() },
      });
    } catch (error) {
      ctx.log.error({ err: error, key: alert.key }, "operator alert not sent");
      await ctx.db.operatorAlert.update({
        where: { key: alert.key },
        data: { failures: { increment: 1 } },
      });
    }
  }
}
