import { hourMs, minuteMs } from "@/lib/calendar/units";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { decryptText, encryptText } from "@/lib/platform/encryption";
import { sendWebhook, type WebhookAnswer } from "@/lib/platform/outgoing/webhook-call";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { raiseAlert } from "../outbox/operator-alerts";
import { secretPurpose } from "./endpoints";

/**
 * How long to wait after each failure (Standard Webhooks, "Deliverability"). After the last one, we give up.
 */
const retryDelaysMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const;

/** An endpoint that has failed every time for this long is turned off. */
const disableAfterMs = 5 * 24 * hourMs;

/** How many messages one endpoint gets at once, so that a slow one doesn't hold up the others for long. */
const perEndpoint = 5;

/** A call takes 10 seconds at most. After this, another worker may try again. */
const leaseMs = minuteMs;

/** When to try again after a number of failures, or null to give up. */
export function nextTryOf(tries: number, now: Date): Date | null {
  const delay = retryDelaysMs[tries - 1];
  return delay === undefined ? null : new Date(now.getTime() + delay);
}

type DueDelivery = {
  id: string;
  endpointId: number;
  tries: number;
  messageId: string;
  kind: string;
  at: Date;
  data: Record<string, unknown>;
  url: string;
  secret: string;
  previousSecret: string | null;
};

/**
 * Sends the messages that are due, a few for each endpoint, and stores the answers. Runs in its own loop, so
 * briefings don't wait for it. Safe to run concurrently.
 *
 * @returns how many were tried
 */
export async function sendDueWebhooks(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const due = await ctx.db.$queryRaw<DueDelivery[]>`
    WITH due AS (
      SELECT d.id FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT id FROM webhook_deliveries
        WHERE endpoint_id = e.id AND next_try_at <= ${now}
        ORDER BY next_try_at, id LIMIT ${perEndpoint} FOR UPDATE SKIP LOCKED) d
      WHERE e.disabled_at IS NULL),
    leased AS (
      UPDATE webhook_deliveries d SET next_try_at = ${new Date(now.getTime() + leaseMs)}
      FROM due WHERE d.id = due.id RETURNING d.*)
    SELECT d.id::text, d.endpoint_id AS "endpointId", d.tries, m.id AS "messageId", m.kind, m.at,
      m.data, e.url, e.secret,
      CASE WHEN e.previous_secret_until > ${now} THEN e.previous_secret END AS "previousSecret"
    FROM leased d JOIN webhook_messages m ON m.id = d.message_id
    JOIN webhook_endpoints e ON e.id = d.endpoint_id`;
  await Promise.all(due.map((delivery) => deliver(ctx, delivery)));
  return due.length;
}

async function deliver(ctx: Context, delivery: DueDelivery): Promise<void> {
  const answer = await call(ctx, delivery);
  const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const now = ctx.clock.now();
  const tries = delivery.tries + 1;
  const isGone = answer.status === 410;
  const { status, error, tookMs } = answer;
  // In one transaction, because the screen asks until it's delivered and then shows its tries.
  await ctx.db.$transaction(async (tx) => {
    await tx.webhookDelivery.updateMany({
      where: { id: BigInt(delivery.id) },
      data: {
        tries,
        nextTryAt: isDelivered || isGone ? null : nextTryOf(tries, now),
        ...(isDelivered ? { deliveredAt: now } : {}),
      },
    });
    await tx.$executeRaw`
      INSERT INTO webhook_tries (delivery_id, at, status, error, took_ms)
      SELECT id, ${now}, ${status}::int, ${error}, ${tookMs}::int FROM webhook_deliveries
      WHERE id = ${delivery.id}::bigint`;
  });
  await recordHealth(ctx, delivery, { isDelivered, isGone });
}

async function call(ctx: Context, delivery: DueDelivery): Promise<WebhookAnswer> {
  const { endpointId, messageId, kind, at, data, url, secret, previousSecret } = delivery;
  const { acceptedSecrets, allowsPrivateWebhooks } = ctx.settings;
  await renewEncryption(ctx, delivery);
  const secrets = [secret, previousSecret].flatMap((encrypted) =>
    encrypted === null ? [] : (decryptText(encrypted, secretPurpose, acceptedSecrets) ?? []),
  );
  if (secrets.length === 0) {
    ctx.log.error({ endpointId }, "webhook secret can't be decrypted");
    return { status: null, error: "the secret can't be decrypted; make a new one", tookMs: 0 };
  }
  return sendWebhook({
    url,
    id: messageId,
    at: ctx.clock.now(),
    body: JSON.stringify({
      type: kind,
      timestamp: at.toISOString(),
      data: { ...data, ...(await describeSubscriber(ctx, data["subscriberId"])) },
    }),
    secrets,
    allowsPrivate: allowsPrivateWebhooks,
  });
}

/** Re-encrypts an endpoint's secret if only AUTH_SECRET_PREVIOUS can still read it. */
async function renewEncryption(ctx: Context, { endpointId, secret }: DueDelivery): Promise<void> {
  const { signingSecret, acceptedSecrets } = ctx.settings;
  if (decryptText(secret, secretPurpose, [signingSecret]) !== null) return;
  const plain = decryptText(secret, secretPurpose, acceptedSecrets);
  if (plain === null) return;
  await ctx.db.webhookEndpoint.updateMany({
    where: { id: endpointId, secret },
    data: { secret: encryptText(plain, secretPurpose, signingSecret) },
  });
}

/** The subscriber as they are now, so that nothing about a deleted account is kept or sent. */
async function describeSubscriber({ db }: Context, id: unknown) {
  if (typeof id !== "number") return {};
  const select = { email: true, name: true, timezone: true } as const;
  const subscriber = await db.subscriber.findUnique({ where: { id }, select });
  return subscriber ? { subscriber } : {};
}

/** Remembers whether an endpoint works, and turns it off after days of failures or when it's gone. */
async function recordHealth(
  ctx: Context,
  { endpointId, url }: DueDelivery,
  { isDelivered, isGone }: { isDelivered: boolean; isGone: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  if (isDelivered) {
    const where = { id: endpointId, failingSince: { not: null } };
    await ctx.db.webhookEndpoint.updateMany({ where, data: { failingSince: null } });
    return;
  }
  const [endpoint] = await ctx.db.$queryRaw<{ failingSince: Date; isEnabled: boolean }[]>`
    UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, ${now})
    WHERE id = ${endpointId}
    RETURNING failing_since AS "failingSince", disabled_at IS NULL AS "isEnabled"`;
  if (!endpoint?.isEnabled) return;
  const isFailing = now.getTime() - endpoint.failingSince.getTime() >= disableAfterMs;
  if (!isFailing && !isGone) return;
  const reason = isGone ? "gone" : "failing";
  const disabled = await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.webhookEndpoint.updateMany({
      where: { id: endpointId, disabledAt: null },
      data: { disabledAt: now, disabledReason: reason },
    });
    if (count === 0) return false;
    const subject = `webhook:${endpointId}`;
    const detail = { reason };
    await recordAudit(ctx, tx, { actor: "system", action: "webhook.turned_off", subject, detail });
    return true;
  });
  if (!disabled) return;
  const { siteUrl } = ctx.settings;
  await raiseAlert(ctx, {
    key: `webhook-disabled:${endpointId}:${now.toISOString()}`,
    ...operatorAlertMessages.webhookDisabled(new URL(url).host, isGone, `${siteUrl}/admin/api`),
  });
}
