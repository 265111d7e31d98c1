import type { Prisma } from "@/lib/platform/database/database";

/** One webhook call, translated by its provider's `webhook.ts`. */
export type ProviderEvent<Event> = {
  /** The provider's own ID for the event; a repeated call has the same one. */
  eventId: string;
  /** The provider's name for what happened. */
  kind: string;
  /** The call as received. */
  payload: Prisma.InputJsonObject;
  occurredAt: Date | null;
  /** Null for a kind we don't use: it's stored, and nothing else happens. */
  event: Event | null;
  /** Why a kind we do use couldn't be read. */
  problem?: string;
};
