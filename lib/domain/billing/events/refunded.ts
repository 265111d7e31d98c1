import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import type { Version } from "../../ports/payments";
import { mirrorPayment } from "../paddle-sync";

/**
 * An approved `adjustment.created` or `adjustment.updated`: a payment given back in full pays for
 * nothing any more, so that a cancelled subscription ends with it; a part leaves it as it was.
 */
export async function applyRefunded(
  ctx: Context,
  tx: Transaction,
  event: Version & { subscriptionId: string | null; transactionId: string; isFull: boolean },
): Promise<void> {
  const { subscriptionId, transactionId, isFull, occurredAt } = event;
  if (isFull) {
    await mirrorPayment(ctx, tx, {
      transactionId,
      customerId: null,
      subscriptionId,
      uid: null,
      periodEndsAt: null,
      refundedAt: occurredAt,
    });
  }
  await recordAudit(ctx, tx, {
    actor: "paddle",
    action: isFull ? "payment.refunded" : "payment.refunded_in_part",
    subject: `subscription:${subscriptionId ?? "none"}`,
    detail: { transactionId, occurredAt: occurredAt.toISOString() },
  });
}
