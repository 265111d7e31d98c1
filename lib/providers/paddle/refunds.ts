import type { Adjustment, CreateAdjustmentRequestBody, Transaction } from "@paddle/paddle-node-sdk";
import type { PaymentSnapshot } from "@/lib/domain/ports/payments";
import { moneyOf } from "./charge";

/** What was paid back, by transaction. */
export type Refunds = Map<
  string,
  Pick<PaymentSnapshot, "refundedAt" | "refunds" | "refundedTotal">
>;

/** Adds an adjustment if it's a refund that is approved, or may still be. */
export function addRefund(refunds: Refunds, adjustment: Adjustment): void {
  const { action, status, type, transactionId, totals } = adjustment;
  const isRefund = action === "refund" || action === "chargeback";
  const isApproved = status === "approved";
  if (!isRefund || (!isApproved && status !== "pending_approval")) return;
  const known = refunds.get(transactionId) ?? { refundedAt: null, refunds: [], refundedTotal: 0 };
  const at = new Date(adjustment.updatedAt ?? adjustment.createdAt);
  const money = isApproved ? moneyOf(totals?.subtotal, adjustment.currencyCode) : null;
  const total = moneyOf(totals?.total, adjustment.currencyCode)?.amount ?? 0;
  refunds.set(transactionId, {
    refundedAt: isApproved && type === "full" ? at : known.refundedAt,
    refunds: money ? [...known.refunds, { ...money, refundId: adjustment.id, at }] : known.refunds,
    refundedTotal: known.refundedTotal + total,
  });
}

/**
 * A request that refunds part of a transaction, from its first item on.
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
