import type { Adjustment, CreateAdjustmentRequestBody, Transaction } from "@paddle/paddle-node-sdk";
import type { Adjustment as AdjustmentSnapshot } from "@/lib/domain/ports/payments";
import { sizeOf } from "./charge";

export function toAdjustment(adjustment: Adjustment): AdjustmentSnapshot {
  return {
    adjustmentId: adjustment.id,
    transactionId: adjustment.transactionId,
    subscriptionId: adjustment.subscriptionId,
    action: adjustment.action,
    status: adjustment.status,
    isFull: adjustment.type === "full",
    total: sizeOf(adjustment.totals?.total),
    subtotal: sizeOf(adjustment.totals?.subtotal),
    currency: adjustment.currencyCode,
    changedAt: new Date(adjustment.updatedAt ?? adjustment.createdAt),
  };
}

/**
 * A request that refunds part of a transaction, starting with its first item.
 *
 * @param amount with tax, in the currency's smallest unit
 */
export function partialRefund(
  { id: transactionId, details }: Transaction,
  amount: number,
  reason: string,
): CreateAdjustmentRequestBody {
  let left = amount;
  const items = (details?.lineItems ?? []).flatMap(({ id: itemId, totals }) => {
    const part = Math.min(left, Number(totals?.total ?? 0));
    left -= part;
    return part > 0 ? [{ itemId, type: "partial", amount: String(part) } as const] : [];
  });
  return { action: "refund", type: "partial", transactionId, reason, items };
}
