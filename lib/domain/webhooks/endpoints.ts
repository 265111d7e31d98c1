import { hourMs } from "@/lib/calendar/units";
import { randomBytes } from "node:crypto";
import {
  maxWebhooks,
  secretOverlapHours,
  webhookEventSchema,
  type CreatedWebhook,
  type WebhookInput,
  type WebhookUpdate,
  type WebhookView,
} from "@/lib/contracts/admin/webhooks";
import { webhookMessages as messages } from "@/lib/messages/admin/webhooks";
import { AppError } from "@/lib/platform/app-error";
import type { RowOf, Transaction } from "@/lib/platform/database/database";
import { encryptText } from "@/lib/platform/encryption";
import { problemOfWebhookUrl } from "@/lib/platform/outgoing/webhook-call";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";

/** The purpose that an endpoint's secret is encrypted with. */
export const secretPurpose = "webhook-endpoint";

type WriteContext = Pick<Context, "db" | "clock" | "settings">;

/** `whsec_` and 32 random bytes (Standard Webhooks, "Signature scheme"). */
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

const encrypt = ({ settings }: WriteContext, secret: string) =>
  encryptText(secret, secretPurpose, settings.signingSecret);

type EndpointRow = RowOf<
  Omit<WebhookView, "events" | "disabledReason">,
  "createdAt" | "disabledAt" | "failingSince" | "lastTriedAt"
> & { events: string[]; disabledReason: string | null };

/** All endpoints, oldest first. */
export async function listWebhooks(ctx: Pick<Context, "db">): Promise<WebhookView[]> {
  const rows = await ctx.db.$queryRaw<EndpointRow[]>`
    SELECT e.id, e.url, e.description, e.events, e.created_at AS "createdAt",
      e.disabled_at AS "disabledAt", e.disabled_reason AS "disabledReason",
      e.failing_since AS "failingSince", token.name AS "tokenName", last.status AS "lastStatus", last.at AS "lastTriedAt",
      (SELECT count(*)::int FROM webhook_deliveries d
       WHERE d.endpoint_id = e.id AND d.next_try_at IS NOT NULL) AS waiting
    FROM webhook_endpoints e LEFT JOIN api_tokens token ON token.id = e.token_id LEFT JOIN LATERAL (
      SELECT t.status, t.at FROM webhook_deliveries d JOIN webhook_tries t ON t.delivery_id = d.id
      WHERE d.endpoint_id = e.id AND d.tries > 0 ORDER BY d.id DESC, t.id DESC LIMIT 1) last ON true
    ORDER BY e.id`;
  return rows.map(toView);
}

const reasons = ["person", "failing", "gone", "token"] as const;

function toView(row: EndpointRow): WebhookView {
  return {
    ...row,
    events: webhookEventSchema.options.filter((event) => row.events.includes(event)),
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    disabledReason: reasons.find((reason) => reason === row.disabledReason) ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastTriedAt: row.lastTriedAt?.toISOString() ?? null,
  };
}

/** @throws AppError 404 for an unknown endpoint */
export async function getWebhook(ctx: Pick<Context, "db">, id: number): Promise<WebhookView> {
  const found = (await listWebhooks(ctx)).find((each) => each.id === id);
  if (!found) throw new AppError(404, messages.unknown);
  return found;
}

function requireGoodUrl(ctx: WriteContext, url: string): void {
  const problem = problemOfWebhookUrl(url, ctx.settings.allowsPrivateWebhooks);
  if (problem === null) return;
  const texts = {
    invalid: messages.urlInvalid,
    insecure: messages.urlInsecure,
    private: messages.urlPrivate,
  };
  throw new AppError(400, texts[problem], { field: "url" });
}

/** Who sets an endpoint up: a person, or a program with a token. */
export type SetBy = { actor: Actor; tokenId?: number | undefined };

/**
 * Adds an endpoint. Its secret is returned only here.
 *
 * @throws AppError 400 for a URL that isn't on the public internet, 409 when there are too many
 */
export async function createWebhook(
  ctx: WriteContext,
  { url, description, events }: WebhookInput,
  { actor, tokenId }: SetBy,
): Promise<CreatedWebhook> {
  requireGoodUrl(ctx, url);
  const secret = newSecret();
  const id = await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('webhook-endpoints'))`;
    if ((await tx.webhookEndpoint.count()) >= maxWebhooks) {
      throw new AppError(409, messages.tooMany(maxWebhooks));
    }
    const row = await tx.webhookEndpoint.create({
      data: {
        url,
        description,
        events,
        tokenId: tokenId ?? null,
        secret: encrypt(ctx, secret),
        createdAt: ctx.clock.now(),
      },
      select: { id: true },
    });
    const after = { url, description, events: events.join(", ") };
    await recordAudit(ctx, tx, {
      actor,
      action: "webhook.created",
      subject: `webhook:${row.id}`,
      detail: { after },
    });
    return row.id;
  });
  return { ...(await getWebhook(ctx, id)), secret };
}

/**
 * Replaces an endpoint's settings, and turns it on or off.
 *
 * @throws AppError 400 for a URL that isn't on the public internet, 404 for an unknown endpoint
 */
export async function updateWebhook(
  ctx: WriteContext,
  id: number,
  { url, description, events, isEnabled }: WebhookUpdate,
  { actor, tokenId }: SetBy,
): Promise<WebhookView> {
  requireGoodUrl(ctx, url);
  await ctx.db.$transaction(async (tx) => {
    const before = await tx.webhookEndpoint.findUnique({ where: { id } });
    if (!before) throw new AppError(404, messages.unknown);
    const wasEnabled = before.disabledAt === null;
    await tx.webhookEndpoint.update({
      where: { id },
      data: {
        url,
        description,
        events,
        // Revoking the token turns off what it set up, until a person changes the URL or turns it on.
        ...(url !== before.url || (isEnabled && !wasEnabled) ? { tokenId: tokenId ?? null } : {}),
        ...(isEnabled && !wasEnabled
          ? { disabledAt: null, disabledReason: null, failingSince: null }
          : {}),
        ...(!isEnabled && wasEnabled
          ? { disabledAt: ctx.clock.now(), disabledReason: "person" }
          : {}),
      },
    });
    await recordAudit(ctx, tx, {
      actor,
      action: "webhook.updated",
      subject: `webhook:${id}`,
      detail: {
        before: {
          url: before.url,
          description: before.description,
          events: before.events.join(", "),
          isEnabled: wasEnabled,
        },
        after: { url, description, events: events.join(", "), isEnabled },
      },
    });
  });
  return getWebhook(ctx, id);
}

/**
 * Turns off the endpoints whose URL was set with one of the tokens: what a leaked token added must not keep
 * leaking data about subscribers.
 */
export async function turnOffWebhooksOf(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  tokenIds: readonly number[],
  actor: Actor,
): Promise<void> {
  const where = { tokenId: { in: [...tokenIds] }, disabledAt: null };
  const ended = await tx.webhookEndpoint.findMany({ where, select: { id: true } });
  const data = { disabledAt: ctx.clock.now(), disabledReason: "token" };
  await tx.webhookEndpoint.updateMany({ where, data });
  for (const { id } of ended) {
    await recordAudit(ctx, tx, {
      actor,
      action: "webhook.turned_off",
      subject: `webhook:${id}`,
      detail: { reason: "token" },
    });
  }
}

/** Deletes an endpoint with its log. Throws AppError 404. */
export async function deleteWebhook(ctx: WriteContext, id: number, actor: Actor): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const before = await tx.webhookEndpoint.findUnique({ where: { id } });
    if (!before) throw new AppError(404, messages.unknown);
    await tx.webhookEndpoint.delete({ where: { id } });
    await recordAudit(ctx, tx, {
      actor,
      action: "webhook.deleted",
      subject: `webhook:${id}`,
      detail: { before: { url: before.url, events: before.events.join(", ") } },
    });
  });
}

/**
 * Gives an endpoint a new secret. The current one stays valid for a day: everything is signed with both.
 *
 * @throws AppError 404 for an unknown endpoint
 */
export async function rotateWebhookSecret(
  ctx: WriteContext,
  id: number,
  actor: Actor,
): Promise<string> {
  const secret = newSecret();
  const until = new Date(ctx.clock.now().getTime() + secretOverlapHours * hourMs);
  await ctx.db.$transaction(async (tx) => {
    const changed = await tx.$executeRaw`
      UPDATE webhook_endpoints SET previous_secret = secret, previous_secret_until = ${until},
        secret = ${encrypt(ctx, secret)} WHERE id = ${id}`;
    if (changed === 0) throw new AppError(404, messages.unknown);
    const subject = `webhook:${id}`;
    await recordAudit(ctx, tx, { actor, action: "webhook.secret_changed", subject });
  });
  return secret;
}
