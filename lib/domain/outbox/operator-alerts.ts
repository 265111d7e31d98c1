import { createHash } from "node:crypto";
import type { Context } from "../context";

/** Something the operator must know; the key makes it said once. */
export type Alert = { key: string; subject: string; body: string };

/** Keeps an alert for the operator unless one with its key has been raised before. */
export async function raiseAlert(ctx: Context, alert: Alert): Promise<void> {
  const created = await ctx.db.operatorAlert.createMany({
    data: [{ ...alert, createdAt: ctx.clock.now() }],
    skipDuplicates: true,
  });
  if (created.count > 0) ctx.log.warn({ key: alert.key, subject: alert.subject }, "operator alert");
}

/** The same for every try at one alert, so that the provider can be asked about earlier ones. */
function tagOf(key: string): string {
  return createHash("sha256").update(`alert:${key}`).digest("hex").slice(0, 32);
}

/** Hands one alert over, unless an earlier try turns out to have arrived. Throws to be tried again. */
async function deliverAlert(ctx: Context, alert: Alert & { failures: number }): Promise<void> {
  const tag = tagOf(alert.key);
  if (alert.failures > 0 && (await ctx.mail.findByTag(tag)).length > 0) return;
  const { siteUrl, operatorEmail } = ctx.settings;
  const mail = await ctx.notices.renderOperatorAlert({ ...alert, siteUrl });
  const answer = await ctx.mail.sendBatch(
    [{ ...mail, to: operatorEmail, metadata: { alert: alert.key } }],
    { stream: "transactional", tag },
  );
  if (answer.state !== "answered") throw new Error(answer.detail);
}

/** Mails the alerts that have not left yet, and tries again those that did not get through. */
export async function sendAlerts(ctx: Context): Promise<void> {
  const waiting = await ctx.db.$queryRaw<(Alert & { failures: number })[]>`
    UPDATE operator_alerts SET next_attempt_at = now() + interval '30 s'
    WHERE key IN (
      SELECT key FROM operator_alerts WHERE sent_at IS NULL AND next_attempt_at <= now()
      ORDER BY created_at LIMIT 10 FOR UPDATE SKIP LOCKED)
    RETURNING key, subject, body, failures`;
  for (const alert of waiting) {
    try {
      await deliverAlert(ctx, alert);
      await ctx.db.operatorAlert.update({
        where: { key: alert.key },
        data: { sentAt: ctx.clock.now() },
      });
    } catch (error) {
      ctx.log.error({ err: error, key: alert.key }, "an operator alert did not leave");
      await ctx.db.operatorAlert.update({
        where: { key: alert.key },
        data: { failures: { increment: 1 } },
      });
    }
  }
}
