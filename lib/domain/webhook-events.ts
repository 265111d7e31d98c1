import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "./context";
import type { ProviderEvent } from "./ports/provider-event";

/** Who calls our webhooks. */
export type WebhookSource = "paddle" | "postmark" | "twilio";

/** What became of a call: a duplicate and an unused kind are both fine. */
export type AppliedEvent<Result> =
  | { state: "applied"; result: Result }
  | { state: "duplicate" }
  | { state: "ignored" };

/** What a room of the house does with one sender's events. */
export type EventHandler<Event, Result> = {
  /**
   * What the event is about: those of one subject are applied one after the other, over all
   * processes. Null, and by default, when events do not touch each other.
   */
  subjectOf?(event: Event): string | null;
  /** Does what the event means, in the transaction that stores it. */
  apply(ctx: Context, tx: Transaction, event: Event): Promise<Result>;
};

/** Real milliseconds: a burst of thousands of reports waits its turn instead of failing. */
const transactionLimits = { maxWait: 10_000, timeout: 20_000 };

/**
 * Stores an event under its sender's own id and applies it in the same transaction, so that it is
 * applied exactly once: the same event at the same time waits for the first, and one that could
 * not be applied leaves nothing behind and may come again. Throws what `apply` throws.
 *
 * @param handler what the event does, and whom it waits for
 */
export async function applyOnce<Event, Result>(
  ctx: Context,
  source: WebhookSource,
  outside: ProviderEvent<Event>,
  handler: EventHandler<Event, Result>,
): Promise<AppliedEvent<Result>> {
  const { eventId, kind, payload, occurredAt, event } = outside;
  const subject = event === null ? null : (handler.subjectOf?.(event) ?? null);
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    // Stored and in line in one statement, because senders call by the thousand; the lock of no
    // subject is none.
    const stored = await tx.$executeRaw`/* prepared */
      WITH stored AS (
        INSERT INTO webhook_events
          (source, event_id, kind, payload, occurred_at, received_at, applied_at)
        VALUES (${source}, ${eventId}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${occurredAt}, ${now},
          ${event === null ? null : now})
        ON CONFLICT DO NOTHING RETURNING 1)
      SELECT pg_advisory_xact_lock(hashtextextended(${subject}, 0)) FROM stored`;
    if (stored === 0) return { state: "duplicate" };
    if (event === null) return { state: "ignored" };
    return { state: "applied", result: await handler.apply(ctx, tx, event) };
  }, transactionLimits);
}
