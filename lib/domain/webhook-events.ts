import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "./context";
import type { ProviderEvent } from "./ports/provider-event";

export type WebhookSource = "paddle" | "postmark" | "twilio";

/** The outcome of a webhook call. Duplicates and kinds we don't use are fine. */
export type AppliedEvent<Result> =
  | { state: "applied"; result: Result }
  | { state: "duplicate" }
  | { state: "ignored" };

/** What a module does with one provider's events. */
export type EventHandler<Event, Result> = {
  /**
   * What the event is about. Events with the same subject are applied one at a time across all
   * processes. Null (the default) when order doesn't matter.
   */
  subjectOf?(event: Event): string | null;
  /** Applies the event, in the transaction that stores it. */
  apply(ctx: Context, tx: Transaction, event: Event): Promise<Result>;
};

/** Generous, so that a burst of thousands of reports waits instead of failing. Real time. */
const transactionLimits = { maxWait: 10_000, timeout: 20_000 };

/**
 * Stores an event under the provider's own ID and applies it in the same transaction, so that it's
 * applied exactly once. A concurrent duplicate waits for the first call. An event that can't be
 * applied leaves nothing behind, so the provider can retry it. Throws what `apply` throws.
 */
export async function applyOnce<Event, Result>(
  ctx: Context,
  source: WebhookSource,
  providerEvent: ProviderEvent<Event>,
  handler: EventHandler<Event, Result>,
): Promise<AppliedEvent<Result>> {
  const { eventId, kind, payload, occurredAt, event } = providerEvent;
  const subject = event === null ? null : (handler.subjectOf?.(event) ?? null);
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    // Stores and locks in one statement, because events arrive by the thousand. A null subject
    // locks nothing.
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
