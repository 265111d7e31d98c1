import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../../context";
import type { MessageResult, RefusalReason } from "../../ports/send-outcome";

/** What became of one ledger row. */
export type RecordedResult = { subscriberId: number; address: string; result: MessageResult };

/** Refusals that speak of the address itself: nobody should write to it again. */
const suppressing: Partial<Record<RefusalReason, string>> = {
  inactive_recipient: "inactive",
  opted_out: "stop",
  invalid_number: "bad_number",
  landline: "landline",
};

/**
 * Records per-message results as one set, and settles the attempt with them. Only rows that are
 * still pending change, so a late recorder cannot undo what is known.
 *
 * @param attempt.next `done` when every row of the attempt is answered; `ready` when the rest is
 *   known not to have left and may be tried again; `unknown` when the provider must be asked
 */
export async function recordResults(
  ctx: Context,
  where: { batchId: bigint; channel: Channel },
  attempt: {
    id: string;
    next: "done" | "ready" | "unknown";
    /** Why rows are left, for the next try and the status table. */
    reason: string | null;
    error: string | null;
    /** Real milliseconds until the batch is looked at again. */
    delayMs: number;
  },
  results: readonly RecordedResult[],
): Promise<void> {
  const now = ctx.clock.now();
  const subscriberIds = results.map((each) => each.subscriberId);
  const states = results.map((each) => (each.result.state === "accepted" ? "accepted" : "failed"));
  const reasons = results.map((each) =>
    each.result.state === "refused" ? each.result.reason : null,
  );
  const messageIds = results.map((each) =>
    each.result.state === "accepted" ? each.result.providerMessageId : null,
  );
  const accepted = states.filter((state) => state === "accepted").length;
  const attemptState = attempt.next === "unknown" ? "unknown" : "finalized";
  const retries = attempt.next === "done" ? 0 : 1;
  const record = ctx.db.$executeRaw`
    WITH result AS (
      SELECT * FROM unnest(
        ${subscriberIds}::int[], ${states}::text[], ${reasons}::text[], ${messageIds}::text[]
      ) AS r (subscriber_id, state, reason, provider_message_id)
    ), finalized AS (
      UPDATE deliveries d SET state = r.state, reason = r.reason, attempt_id = ${attempt.id}::uuid,
        provider_message_id = r.provider_message_id, finalized_at = ${now}
      FROM result r
      WHERE d.batch_id = ${where.batchId} AND d.subscriber_id = r.subscriber_id
        AND d.state = 'pending'
    ), attempt AS (
      UPDATE send_attempts SET state = ${attemptState}, ended_at = now(),
        accepted = accepted + ${accepted}, failed = failed + ${results.length - accepted},
        error = ${attempt.error}
      WHERE id = ${attempt.id}::uuid AND state = 'sending'
      RETURNING batch_id
    )
    UPDATE delivery_batches b SET state = ${attempt.next}, last_reason = ${attempt.reason},
      failures = failures + ${retries},
      next_attempt_at = now() + make_interval(secs => ${attempt.delayMs / 1_000})
    FROM attempt WHERE b.id = attempt.batch_id`;

  const refused = suppressionsOf(where.channel, results, now);
  if (refused.length === 0) {
    await record;
    return;
  }
  await ctx.db.$transaction([
    record,
    ctx.db.suppression.createMany({ data: refused, skipDuplicates: true }),
  ]);
}

/** Keeps what refusals say of the addresses themselves, so that nobody writes to those again. */
export async function suppressRefused(
  ctx: Context,
  channel: Channel,
  results: readonly Omit<RecordedResult, "subscriberId">[],
): Promise<void> {
  const data = suppressionsOf(channel, results, ctx.clock.now());
  await ctx.db.suppression.createMany({ data, skipDuplicates: true });
}

function suppressionsOf(
  channel: Channel,
  results: readonly Omit<RecordedResult, "subscriberId">[],
  createdAt: Date,
) {
  return results.flatMap(({ address, result }) => {
    const reason = result.state === "refused" ? suppressing[result.reason] : undefined;
    if (reason === undefined) return [];
    return [{ channel, address: address.toLowerCase(), reason, source: "provider", createdAt }];
  });
}
