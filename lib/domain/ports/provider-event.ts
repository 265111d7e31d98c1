import type { Prisma } from "@/lib/platform/database/database";

/** One call of an outside company's webhook, translated into our words. */
export type ProviderEvent<Event> = {
  /** The sender's own name for it; the same again is the same event. */
  eventId: string;
  /** The sender's word for what happened. */
  kind: string;
  /** What was sent, kept as it came. */
  payload: Prisma.InputJsonObject;
  occurredAt: Date | null;
  /** What it means to us; null when it means nothing, and then it is kept and nothing is done. */
  event: Event | null;
  /** Why a kind that we know could not be read. */
  problem?: string;
};
