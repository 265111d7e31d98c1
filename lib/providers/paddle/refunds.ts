import type { Adjustment } from "@paddle/paddle-node-sdk";
import type { PaymentSnapshot } from "@/lib/domain/ports/payments";
import { moneyOf } from "./charge";

/** What was paid back, by transaction. */
export type Refunds = Map<string, Pick<PaymentSnapshot, "refundedAt" | "refunds">>;

/** Adds an adjustment if it's an approved refund. */
export function addRefund(refunds: Refunds, adjustment: Adjustment): void {
  const { action, status, type, transactionId, totals } = adjustment;
  const isRefund = action === "refund" || action === "chargeback";
  if (!isRefund || status !== "approved") return;
  const known = refunds.get(transactionId) ?? { refundedAt: null, refunds: [] };
  const at = new Date(adjustment.updatedAt ?? adjustment.createdAt);
  const money = moneyOf(totals?.subtotal, adjustment.currencyCode);
  refunds.set(transactionId, {
    refundedAt: type === "full" ? at : known.refundedAt,
    refunds: money ? [...known.refunds, { ...money, refundId: adjustment.id, at }] : known.refunds,
  });
}
