import type { Adjustment } from "../ports/payments";

/** What was paid back of one transaction. */
export type RefundState = {
  /** When all of it was; null while something is left. */
  refundedAt: Date | null;
  /** When a dispute that we didn't win took money back; null without one. */
  chargedBackAt: Date | null;
  /** What counts as paid back, before tax, by adjustment. */
  refunds: readonly { adjustmentId: string; amount: number; currency: string | null; at: Date }[];
  /** What was paid back or is being reviewed, with tax, in the currency's smallest unit. */
  refundedTotal: number;
};

type PaidBack = Adjustment & { left: number };

const sumOf = (adjustments: readonly { total: number }[]) =>
  adjustments.reduce((sum, { total }) => sum + total, 0);

const byTime = (a: Adjustment, b: Adjustment) =>
  a.changedAt.getTime() - b.changedAt.getTime() || (a.adjustmentId < b.adjustmentId ? -1 : 1);

/**
 * The disputes that took money back and weren't won. Paddle reports a won one twice: the dispute becomes
 * `reversed`, and a `chargeback_reverse` of the same amount is added. Either can be missing, or come first,
 * so a reversal that no `reversed` dispute explains offsets the oldest of the other disputes.
 */
function lostDisputes(adjustments: readonly Adjustment[]): PaidBack[] {
  const disputes = adjustments.filter(({ action }) => action === "chargeback");
  const won = sumOf(disputes.filter(({ status }) => status === "reversed"));
  const reversals = adjustments.filter(
    ({ action, status }) => action === "chargeback_reverse" && status === "approved",
  );
  let unexplained = Math.max(0, sumOf(reversals) - won);
  const open = disputes.filter(({ status }) => status === "approved").toSorted(byTime);
  return open.flatMap((dispute) => {
    const reversed = Math.min(unexplained, dispute.total);
    unexplained -= reversed;
    const left = dispute.total - reversed;
    return left > 0 || dispute.total === 0 ? [{ ...dispute, left }] : [];
  });
}

/**
 * What was paid back of a transaction, from all of its adjustments, in any order: approved refunds,
 * and disputes that weren't won. Warnings of disputes change nothing, and credits pay nothing back
 * (https://developer.paddle.com/api-reference/adjustments/overview).
 *
 * @param adjustments the newest version of each
 * @param paid the transaction's total with tax; null if we don't know it
 */
export function deriveRefunds(
  adjustments: readonly Adjustment[],
  paid: number | null,
): RefundState {
  const refunds = adjustments.filter(({ action }) => action === "refund");
  const approved = refunds.filter(({ status }) => status === "approved");
  const pending = refunds.filter(({ status }) => status === "pending_approval");
  const disputes = lostDisputes(adjustments);
  const paidBack: PaidBack[] = [
    ...approved.map((refund) => ({ ...refund, left: refund.total })),
    ...disputes,
  ].toSorted(byTime);
  const total = paidBack.reduce((sum, { left }) => sum + left, 0);
  const isFull =
    paidBack.some((each) => each.isFull && each.left === each.total) ||
    (paid !== null && paid > 0 && total >= paid);
  const newest = (all: readonly Adjustment[]) => all.toSorted(byTime).at(-1)?.changedAt ?? null;
  return {
    refundedAt: isFull ? newest(paidBack) : null,
    chargedBackAt: newest(disputes),
    refunds: paidBack.flatMap(
      ({ adjustmentId, subtotal, total: whole, left, currency, changedAt }) => {
        const amount = left === whole ? subtotal : Math.round((subtotal * left) / whole);
        return amount > 0 ? [{ adjustmentId, amount, currency, at: changedAt }] : [];
      },
    ),
    refundedTotal: total + sumOf(pending),
  };
}
