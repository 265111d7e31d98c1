import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "./context";
import type { OutsideEvent } from "./ports/outside-event";

/** Who calls our webhooks. */
export type WebhookSource = "paddle" | "postmark" | "twilio";

/** What became of a call: a duplicate and an unused kind are both fine. */
export type AppliedEvent<Result> =
  | { state: "applied"; result: Result }
  | { state: "duplicate" }
  | { state: "ignored" };

/** Real milliseconds: a burst of thousands of reports waits its turn instead of failing. */
const patience = { maxWait: 10_000, timeout: 20_000 };

/**
 * Stores an event under its sender's own id and applies it in the same transaction, so that it is
 * applied exactly once: the same event at the same time waits for the first, and one that could
 * not be applied leaves nothing behind and may come again. Throws what `apply` throws.
 */
export async function applyOnce<Event, Result>(
  ctx: Context,
  source: WebhookSource,
  outside: OutsideEvent<Event>,
  apply: (ctx: Context, tx: Transaction, event: Event) => Promise<Result>,
): Promise<AppliedEvent<Result>> {
  const { eventId, kind, payload, occurredAt, event } = outside;
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.webhookEvent.createMany({
      data: {
        source,
        eventId,
        kind,
        payload,
        occurredAt,
        receivedAt: now,
        appliedAt: event === null ? null : now,
      },
      skipDuplicates: true,
    });
    if (count === 0) return { state: "duplicate" };
    if (event === null) return { state: "ignored" };
    return { state: "applied", result: await apply(ctx, tx, event) };
  }, patience);
}
