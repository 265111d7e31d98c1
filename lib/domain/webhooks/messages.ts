import { randomUUID } from "node:crypto";
import type { WebhookEvent } from "@/lib/contracts/admin/webhooks";
import type { Transaction } from "@/lib/platform/database/database";

/** An audit event that a webhook's message is made from. */
export type SourceEvent = {
  at: Date;
  action: string;
  subject: string;
  /** As PostgreSQL writes the JSON; null without one. */
  detail: string | null;
};

/** The events of each audit log action. `briefing.closed` can be two. */
const eventsByAction: Readonly<Record<string, readonly WebhookEvent[]>> = {
  "subscriber.onboarded": ["subscriber.created"],
  "subscription.cancel": ["subscriber.cancelled"],
  "subscription.canceled": ["subscriber.ended"],
  "email.changed": ["subscriber.updated"],
  "timezone.changed": ["subscriber.updated"],
  "sms.consented": ["subscriber.updated"],
  "email.turned_on": ["subscriber.updated"],
  "email.turned_off": ["subscriber.updated"],
  "sms.turned_on": ["subscriber.updated"],
  "sms.turned_off": ["subscriber.updated"],
  "subscriber.merged": ["subscriber.updated"],
  "account.deleted": ["subscriber.deleted"],
  "subscriber.unreachable": ["subscriber.unreachable"],
  "payment.failed": ["payment.failed"],
  "payment.refunded": ["payment.refunded"],
  "payment.refunded_in_part": ["payment.refunded"],
  "payment.charged_back": ["payment.refunded"],
  "briefing.closed": ["briefing.sent", "briefing.missed"],
  "post.published": ["post.published"],
};

type Detail = Readonly<Record<string, unknown>>;

/** What a message says, without names and addresses. */
type MessageData = Record<string, unknown>;

/**
 * Makes the messages of audit events, for endpoints that want them. Called in the transaction that links
 * the events, so that each becomes one message: the event was written in the transaction of the change.
 */
export async function addWebhookMessages(
  tx: Transaction,
  events: readonly SourceEvent[],
): Promise<void> {
  const sources = events.filter(({ action }) => action in eventsByAction);
  if (sources.length === 0) return;
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { disabledAt: null },
    select: { id: true, events: true },
  });
  if (endpoints.length === 0) return;
  const subscribers = await findSubscribers(
    tx,
    sources.map(({ subject }) => subject),
  );
  for (const source of sources) {
    const detail = readDetail(source.detail);
    const data = { ...subscriberOf(source.subject, subscribers), ...factsOf(source, detail) };
    for (const kind of eventsByAction[source.action] ?? []) {
      if (kind === "briefing.missed" && !(Number(detail["missed"]) > 0)) continue;
      const wanting = endpoints.filter((each) => each.events.includes(kind)).map(({ id }) => id);
      if (wanting.length > 0) await addWebhookMessage(tx, { kind, at: source.at, data }, wanting);
    }
  }
}

/** Stores a message for some endpoints, due immediately. */
export async function addWebhookMessage(
  tx: Pick<Transaction, "webhookMessage">,
  { kind, at, data }: { kind: string; at: Date; data: MessageData },
  endpointIds: readonly number[],
): Promise<string> {
  const { id } = await tx.webhookMessage.create({
    data: {
      id: `msg_${randomUUID().replaceAll("-", "")}`,
      kind,
      at,
      data: JSON.parse(JSON.stringify(data)),
      deliveries: { create: endpointIds.map((endpointId) => ({ endpointId, nextTryAt: at })) },
    },
    select: { id: true },
  });
  return id;
}

function readDetail(detail: string | null): Detail {
  const value: unknown = detail === null ? null : JSON.parse(detail);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The subscribers of subjects such as `subscription:sub_1`. */
async function findSubscribers(
  tx: Transaction,
  subjects: readonly string[],
): Promise<Map<string, number>> {
  const found = await tx.$queryRaw<{ subject: string; id: number }[]>`
    SELECT subject, subscriber_id AS id FROM unnest(${subjects}::text[]) subject
    JOIN subscriptions ON 'subscription:' || coalesce(paddle_subscription_id, id::text) = subject
    WHERE subscriber_id IS NOT NULL`;
  return new Map(found.map(({ subject, id }) => [subject, id]));
}

function subscriberOf(subject: string, found: ReadonlyMap<string, number>): MessageData {
  const [, own] = /^subscriber:(\d+)$/.exec(subject) ?? [];
  const subscriberId = own === undefined ? found.get(subject) : Number(own);
  return subscriberId === undefined ? {} : { subscriberId };
}

/** The fields of an event's detail that receivers get, and nothing else. */
const sharedFacts = [
  "preference",
  "reason",
  "transactionId",
  "date",
  "timezone",
  "channel",
  "planned",
  "accepted",
  "excluded",
  "failed",
  "missed",
  "title",
  "url",
] as const;

function factsOf({ subject, action }: SourceEvent, detail: Detail): MessageData {
  const [, subscriptionId] = /^subscription:(sub_\w+)$/.exec(subject) ?? [];
  return {
    ...Object.fromEntries(
      sharedFacts.filter((name) => name in detail).map((name) => [name, detail[name]]),
    ),
    ...(subscriptionId === undefined ? {} : { subscriptionId }),
    ...(action === "payment.refunded_in_part" ? { isPartial: true } : {}),
  };
}
