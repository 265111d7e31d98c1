import { randomInt, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { parseMessageId } from "../messages/message-id";
import type { StoredMessage } from "../messages/message";
import type { SandboxParts } from "../parts";
import { parseInput } from "../request-error";
import type { SuppressionReason } from "../state/suppressions";
import { callWebhook } from "../webhook-call";
import { parseAddresses } from "./addresses";
import { bounceKinds, bounceNames } from "./bounce-kinds";
import { eventTypes, toWebhookBody, type PostmarkEvent } from "./events";

const emailMessage = "email must be an address such as jane@example.com.";

const eventInputSchema = z.object(
  {
    type: z.enum(eventTypes, { error: `type must be one of ${eventTypes.join(", ")}.` }),
    email: z
      .string({ error: emailMessage })
      .refine((email) => parseAddresses(email)?.length === 1, { error: emailMessage }),
    messageId: z.string({ error: "messageId must be a string." }).optional(),
    bounce: z
      .enum(bounceNames, { error: `bounce must be one of ${bounceNames.join(", ")}.` })
      .optional(),
    suppress: z.boolean({ error: "suppress must be true or false." }).optional(),
    /** For Open and Click; a phone's by default. */
    userAgent: z.string({ error: "userAgent must be a string." }).optional(),
    /** For Click; the email's first link by default. */
    link: z.url({ error: "link must be a URL." }).optional(),
    /** Reusing an id makes the webhook a duplicate. */
    traceId: z.string({ error: "traceId must be a string." }).min(1).optional(),
  },
  { error: "The body must be a JSON object with type and email." },
);

/** `POST /sandbox/postmark/event`: simulates an event and sends its webhook to the service. */
export function addPostmarkEventRoutes(app: FastifyInstance, parts: SandboxParts): void {
  app.post("/sandbox/postmark/event", async (request) => {
    const input = parseInput(eventInputSchema, request.body);
    const message = findMessage(parts, input.email, input.messageId);
    return report(parts, { ...input, message }, input.traceId);
  });
}

/** Reports a bounce of an email, as Postmark does on its own. */
export async function reportBounce(
  parts: SandboxParts,
  providerMessageId: string,
  bounce: PostmarkEvent["bounce"],
): Promise<void> {
  const message = parts.messages.findByProviderMessageId(providerMessageId);
  if (!message) return;
  await report(parts, { type: "Bounce", email: message.to, bounce, message });
}

async function report(
  parts: SandboxParts,
  given: Omit<z.output<typeof eventInputSchema>, "traceId"> & Pick<PostmarkEvent, "message">,
  traceId: string = randomUUID(),
) {
  const event: PostmarkEvent = {
    type: given.type,
    email: given.email,
    message: given.message,
    bounce: given.bounce ?? "hard",
    suppress: given.suppress ?? true,
    messageId: given.messageId ?? randomUUID(),
    at: new Date(parts.clock.nowMs()).toISOString(),
    bounceId: randomInt(1, 2 ** 47),
    userAgent: given.userAgent ?? null,
    link: given.link ?? null,
  };
  applyToRecipient(parts, event);
  const body = toWebhookBody(event);
  const { status } = await callWebhook(`${parts.siteUrl}/api/webhooks/postmark`, {
    headers: {
      "content-type": "application/json",
      "user-agent": "Postmark",
      authorization: basicAuth(parts),
      "x-pm-webhook-trace-id": traceId,
    },
    body: JSON.stringify(body),
  });
  return { status, traceId, body };
}

function findMessage(
  { messages }: SandboxParts,
  email: string,
  messageId: string | undefined,
): StoredMessage | null {
  if (messageId !== undefined) return messages.findByProviderMessageId(parseMessageId(messageId));
  return messages.latest({ channel: "email", provider: "postmark", to: email }, 1)[0] ?? null;
}

/** Like Postmark, makes an address inactive after a hard bounce, a complaint, or an unsubscribe. */
function applyToRecipient({ suppressions }: SandboxParts, event: PostmarkEvent): void {
  const stream = event.message?.stream ?? "broadcast";
  const reason = suppressionReason(event);
  if (reason !== null) {
    suppressions.add({
      provider: "postmark",
      stream,
      address: event.email,
      reason,
      createdAt: Date.parse(event.at),
    });
  } else if (event.type === "SubscriptionChange") {
    suppressions.remove("postmark", stream, event.email);
  }
}

function suppressionReason(event: PostmarkEvent): SuppressionReason | null {
  switch (event.type) {
    case "Bounce":
      return bounceKinds[event.bounce].isInactive ? "HardBounce" : null;
    case "SpamComplaint":
      return "SpamComplaint";
    case "SubscriptionChange":
      return event.suppress ? "ManualSuppression" : null;
    case "Delivery":
    case "Open":
    case "Click":
      break;
  }
  return null;
}

function basicAuth({ credentials }: SandboxParts): string {
  const { webhookUsername, webhookPassword } = credentials.postmark;
  return `Basic ${Buffer.from(`${webhookUsername}:${webhookPassword}`).toString("base64")}`;
}
