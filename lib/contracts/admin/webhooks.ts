import { z } from "zod";
import { webhookMessages as messages } from "../../messages/admin/webhooks";
import { idSchema } from "../primitives";
import { currentPassword, passwordInSession } from "./security";

export const webhookEndpoints = {
  list: "/api/admin/webhooks",
  one: (id: number) => `/api/admin/webhooks/${id}`,
  secret: (id: number) => `/api/admin/webhooks/${id}/secret`,
  deliveries: (id: number) => `/api/admin/webhooks/${id}/deliveries`,
  replay: (id: number) => `/api/admin/webhooks/${id}/replay`,
  test: (id: number) => `/api/admin/webhooks/${id}/test`,
} as const;

/** The events that an endpoint can get. */
export const webhookEvents = [
  "subscriber.created",
  "subscriber.updated",
  "subscriber.cancelled",
  "subscriber.ended",
  "subscriber.deleted",
  "subscriber.unreachable",
  "payment.failed",
  "payment.refunded",
  "briefing.sent",
  "briefing.missed",
  "post.published",
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookEventSchema = z.enum(webhookEvents);

/** Sent on request, to any endpoint. */
export const testEvent = "webhook.test";

/** How many endpoints there can be. */
export const maxWebhooks = 20;

/** How long the previous secret stays valid, in hours. */
export const secretOverlapHours = 24;

export const webhookInputSchema = z.object({
  url: z
    .string({ error: messages.urlInvalid })
    .trim()
    .max(2_000, messages.urlInvalid)
    .pipe(z.url({ error: messages.urlInvalid, protocol: /^https?$/ })),
  description: z.string().trim().max(200, messages.descriptionTooLong).default(""),
  events: z
    .array(webhookEventSchema, { error: messages.eventRequired })
    .min(1, messages.eventRequired),
});

export type WebhookInput = z.output<typeof webhookInputSchema>;

/** Body of `POST /api/admin/webhooks`. */
export const newWebhookSchema = webhookInputSchema.extend({ currentPassword: passwordInSession });

export type NewWebhook = z.output<typeof newWebhookSchema>;

export const webhookUpdateSchema = webhookInputSchema.extend({
  isEnabled: z.boolean().default(true),
  currentPassword: currentPassword
    .optional()
    .describe(
      "The admin's own password; required for another URL and to turn it on, unless a token calls",
    ),
});

export type WebhookUpdate = z.output<typeof webhookUpdateSchema>;

export const webhookSchema = z.object({
  id: z.int(),
  url: z.string(),
  description: z.string(),
  events: z.array(webhookEventSchema),
  createdAt: z.iso.datetime(),
  disabledAt: z.iso.datetime().nullable(),
  disabledReason: z
    .enum(["person", "failing", "gone", "token"])
    .nullable()
    .describe(
      "Who or what turned it off: a person, days of failures, its answer 410, or the end of its token",
    ),
  tokenName: z
    .string()
    .nullable()
    .describe(
      "The token that set its URL, which turns it off when it's revoked; null for a person",
    ),
  failingSince: z.iso.datetime().nullable().describe("When it first failed, without success since"),
  lastStatus: z.int().nullable().describe("Of the last call; null without an answer"),
  lastTriedAt: z.iso.datetime().nullable(),
  waiting: z.int().describe("Messages that are still to be delivered"),
});

export type WebhookView = z.output<typeof webhookSchema>;

export const webhookSecretSchema = z.object({
  secret: z.string().describe("`whsec_…`, which isn't shown again"),
});

export const createdWebhookSchema = webhookSchema.extend(webhookSecretSchema.shape);

export type CreatedWebhook = z.output<typeof createdWebhookSchema>;

export const webhookDeliverySchema = z.object({
  id: z.string(),
  messageId: z.string().describe("The `webhook-id` header"),
  event: z.string(),
  at: z.iso.datetime().describe("When it happened"),
  state: z.enum(["waiting", "delivered", "failed"]),
  nextTryAt: z.iso.datetime().nullable(),
  tries: z.array(
    z.object({
      at: z.iso.datetime(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      tookMs: z.int(),
    }),
  ),
});

export type WebhookDeliveryView = z.output<typeof webhookDeliverySchema>;

export const webhookDeliveriesQuerySchema = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe("`nextCursor` of the previous page"),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

export const webhookDeliveriesSchema = z.object({
  deliveries: z.array(webhookDeliverySchema),
  nextCursor: z.string().nullable(),
});

export const replaySchema = z.union(
  [
    z.object({ deliveryId: idSchema }),
    z.object({ failedSince: z.iso.datetime() }).describe("All that failed since then"),
  ],
  { error: messages.replayInvalid },
);

export type Replay = z.output<typeof replaySchema>;

export const replayedSchema = z.object({ replayed: z.int() });
