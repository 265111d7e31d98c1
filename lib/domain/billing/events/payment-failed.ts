import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import type { Version } from "../../ports/payments";

/**
 * `transaction.payment_failed`: written down for whoever asks later. What it means for the
 * subscription comes as `subscription.past_due`; Paddle itself writes to the buyer.
 */
export async function applyPaymentFailed(
  ctx: Context,
  tx: Transaction,
  event: Version & { subscriptionId: string | null; transactionId: string },
): Promise<void> {
  await recordAudit(ctx, tx, {
    actor: "paddle",
    action: "payment.failed",
    subject: `subscription:${event.subscriptionId ?? "none"}`,
    detail: { transactionId: event.transactionId, occurredAt: event.occurredAt.toISOString() },
  });
}
