import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../../context";
import type { MessageResult, RefusalReason } from "../../ports/send-outcome";
import type { BatchSlot } from "./claim";
import { inMonthOf } from "../ledger/ledger-month";
import type { NextStep } from "./retry-policy";

type RecordedResult = { subscriberId: number; address: string; result: MessageResult };

/** Refusals that condemn the address itself, with the reason for suppressing it. */
const suppressionReasons: Partial<Record<RefusalReason, string>> = {
  inactive_recipient: "inactive",
  opted_out: "stop",
  invalid_number: "bad_number",
  landline: "landline",
};

/**
 * Records the results of an attempt and finalizes it, in one statement. Only pending rows change, so a slow
 * worker can't undo what others already know, or fail what they are sending.
 *
 * @param hasHeld whether rows that were refused, perhaps because of our account, stay pending
 */
export async function recordResults(
  ctx: Context,
  batch: Pick<BatchSlot, "batchId" | "channel" | "localDate">,
  attemptId: string,
  step: NextStep,
  results: readonly RecordedResult[],
  hasHeld = false,
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
  const attemptState = step.next === "unknown" ? "unknown" : "finalized";
  const failures = step.error === null ? 0 : 1;
  const record = ctx.db.$executeRaw`
    WITH result AS (
      SELECT * FROM unnest(
        ${subscriberIds}::int[], ${states}::text[], ${reasons}::text[], ${messageIds}::text[]
      ) AS r (subscriber_id, state, reason, provider_message_id)
    ), finalized AS (
      UPDATE deliveries d SET state = r.state, reason = r.reason, attempt_id = ${attemptId}::uuid,
        provider_message_id = r.provider_message_id, finalized_at = ${now}
      FROM result r
      WHERE d.batch_id = ${batch.batchId} AND ${inMonthOf(batch.localDate)}
        AND d.subscriber_id = r.subscriber_id AND (d.state = 'pending'
          OR (d.reason = 'outcome_unknown' AND r.state = 'accepted'))
        -- Not after a restore, when a different batch may have this ID. Once the attempt counts as lost,
        -- another attempt may be in progress: then only what was accepted is final.
        AND EXISTS (SELECT 1 FROM send_attempts a WHERE a.id = ${attemptId}::uuid
          AND a.local_date = ${batch.localDate}::date AND a.batch_id = d.batch_id
          AND (r.state = 'accepted' OR a.state = 'sending'))
    ), attempt AS (
      UPDATE send_attempts SET state = ${attemptState}, ended_at = now(),
        accepted = accepted + ${accepted}, failed = failed + ${results.length - accepted},
        error = ${step.error}
      WHERE id = ${attemptId}::uuid AND local_date = ${batch.localDate}::date
        AND state = 'sending'
      RETURNING batch_id
    )
    UPDATE delivery_batches b SET state = ${step.next}, last_reason = ${step.reason},
      failures = failures + ${failures},
      refused_at = CASE WHEN ${hasHeld} THEN coalesce(refused_at, now()) ELSE refused_at END,
      next_attempt_at = now() + make_interval(secs => ${step.delayMs / 1_000})
    FROM attempt WHERE b.id = attempt.batch_id`;

  const refused = suppressionsOf(batch.channel, results, now);
  if (refused.length === 0) {
    await record;
    return;
  }
  await ctx.db.$transaction([
    record,
    ctx.db.suppression.createMany({ data: refused, skipDuplicates: true }),
  ]);
}

/** Suppresses the addresses that a provider refused permanently. */
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
    const reason = result.state === "refused" ? suppressionReasons[result.reason] : undefined;
    if (reason === undefined) return [];
    return [{ channel, address: address.toLowerCase(), reason, source: "provider", createdAt }];
  });
}
