import { isLocalDate } from "@/lib/calendar/days";
import { type Channel, channels } from "@/lib/contracts/primitives";

/** The key of one ledger row. */
export type DeliveryKey = {
  channel: Channel;
  /** YYYY-MM-DD */
  localDate: string;
  subscriberId: number;
};

/**
 * The ID that we give providers and get back in their webhooks, such as `email:2026-11-23:1042`.
 * It contains no personal data.
 */
export function formatDeliveryId(key: DeliveryKey): string {
  return `${key.channel}:${key.localDate}:${key.subscriberId}`;
}

/** Parses what `formatDeliveryId` wrote; null for anything else, because it comes from outside. */
export function parseDeliveryId(text: string): DeliveryKey | null {
  const match = /^([a-z]+):(\d{4}-\d{2}-\d{2}):([1-9]\d{0,9})$/.exec(text);
  const channel = channels.find((known) => known === match?.[1]);
  const localDate = match?.[2];
  const subscriberId = Number(match?.[3]);
  if (!channel || localDate === undefined || !isLocalDate(localDate)) return null;
  return subscriberId <= 2_147_483_647 ? { channel, localDate, subscriberId } : null;
}

/** Subscribers per tag: as many emails as one page of the provider's search. */
export const subscribersPerTag = 500;

/**
 * The tag of a delivery's email, such as `email:2026-11-23:2`. It follows from the ledger row's key
 * alone, so one search per tag finds what any attempt sent, whatever we have stored about it.
 */
export function deliveryTag(key: DeliveryKey): string {
  return `${key.channel}:${key.localDate}:${Math.floor(key.subscriberId / subscribersPerTag)}`;
}
