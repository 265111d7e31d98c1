import type { PlanName } from "@/lib/contracts/plans";
import type { PaddleStatus } from "@/lib/contracts/billing";
import type { PaymentEvent } from "@/lib/domain/ports/payments";

// Ten subscriptions over three months, small enough to be counted by hand. $5 a month is $60 a year,
// so a monthly plan adds 6,000 cents to ARR and an annual one 4,000. Times are New York's, before and
// after daylight saving time; D's trial starts on January 31 there and on February 1 in UTC.

type What = PaddleStatus | "ends" | "charge" | "refund" | "failure";

type Line = readonly [who: string, at: string, what: What, plan: PlanName, cents?: number];

export const ledger: readonly Line[] = [
  ["A", "2026-01-05T12:00-05:00", "trialing", "monthly"],
  ["A", "2026-01-12T12:00-05:00", "active", "monthly"],
  ["A", "2026-01-12T12:01-05:00", "charge", "monthly", 500],
  ["A", "2026-02-12T12:00-05:00", "charge", "monthly", 500],
  ["A", "2026-03-03T09:00-05:00", "ends", "monthly"],
  ["A", "2026-03-12T12:00-04:00", "canceled", "monthly"],

  ["B", "2026-01-10T12:00-05:00", "trialing", "annual"],
  ["B", "2026-01-17T12:00-05:00", "active", "annual"],
  ["B", "2026-01-17T12:01-05:00", "charge", "annual", 4_000],

  ["C", "2026-01-20T12:00-05:00", "trialing", "monthly"],
  ["C", "2026-01-25T12:00-05:00", "canceled", "monthly"],

  ["D", "2026-01-31T23:30-05:00", "trialing", "monthly"],
  ["D", "2026-02-07T23:30-05:00", "active", "monthly"],
  ["D", "2026-02-07T23:31-05:00", "charge", "monthly", 500],
  ["D", "2026-03-07T23:30-05:00", "failure", "monthly", 500],
  ["D", "2026-03-07T23:31-05:00", "past_due", "monthly"],
  ["D", "2026-03-20T12:00-04:00", "canceled", "monthly"],

  ["E", "2026-02-02T12:00-05:00", "trialing", "monthly"],
  ["E", "2026-02-09T12:00-05:00", "active", "monthly"],
  ["E", "2026-02-09T12:01-05:00", "charge", "monthly", 500],
  ["E", "2026-03-01T12:00-05:00", "active", "annual"],
  ["E", "2026-03-01T12:01-05:00", "charge", "annual", 4_000],

  ["F", "2026-02-03T12:00-05:00", "trialing", "annual"],
  ["F", "2026-02-10T12:00-05:00", "active", "annual"],
  ["F", "2026-02-10T12:01-05:00", "charge", "annual", 4_000],
  ["F", "2026-03-05T12:00-05:00", "refund", "annual", 4_000],
  ["F", "2026-03-05T12:05-05:00", "canceled", "annual"],

  ["G", "2026-02-15T12:00-05:00", "trialing", "monthly"],
  ["G", "2026-02-22T12:00-05:00", "active", "monthly"],
  ["G", "2026-02-22T12:01-05:00", "charge", "monthly", 500],
  ["G", "2026-03-10T12:00-04:00", "paused", "monthly"],
  ["G", "2026-03-25T12:00-04:00", "active", "monthly"],
  ["G", "2026-03-25T12:01-04:00", "charge", "monthly", 500],

  ["H", "2026-02-20T12:00-05:00", "trialing", "annual"],
  ["H", "2026-02-27T12:00-05:00", "active", "annual"],
  ["H", "2026-02-27T12:01-05:00", "charge", "annual", 4_000],
  ["H", "2026-03-15T12:00-04:00", "active", "monthly"],
  ["H", "2026-03-15T12:01-04:00", "charge", "monthly", 500],

  ["I", "2026-03-28T12:00-04:00", "trialing", "monthly"],

  ["J", "2026-03-08T12:00-04:00", "trialing", "monthly"],
  ["J", "2026-03-15T12:00-04:00", "active", "monthly"],
  ["J", "2026-03-15T12:01-04:00", "charge", "monthly", 500],
  ["J", "2026-03-28T12:00-04:00", "failure", "monthly", 500],
  ["J", "2026-03-28T12:01-04:00", "past_due", "monthly"],
];

const cents = { annual: 4_000, monthly: 500 } as const;

/** What Paddle reports for a line; `life` tells repetitions of the whole ledger apart. */
export function eventOf(line: Line, index: number, life: string): PaymentEvent {
  const [who, time, what, plan, amount = 0] = line;
  const at = new Date(time);
  const id = `${who}${life}`;
  const ids = { customerId: `ctm_${id}`, subscriptionId: `sub_${id}` };
  const transactionId = `txn_${id}_${index}`;
  const version = { occurredAt: at, eventId: `evt_${id}_${index}` };
  const priceIds = ["pri_01sandbox000000000000month"];
  const money = { amount, currency: "USD" };
  switch (what) {
    case "charge":
      return {
        ...version,
        kind: "transaction_completed",
        payment: {
          ...ids,
          transactionId,
          uid: null,
          priceIds,
          periodEndsAt: null,
          adjustments: [],
          // Tax isn't revenue.
          charge: { ...money, amount: amount + 37, beforeTax: amount, at },
        },
      };
    case "refund": {
      const charged = ledger.findLastIndex(([by, , kind]) => by === who && kind === "charge");
      const adjustment = {
        adjustmentId: `adj_${id}`,
        subscriptionId: ids.subscriptionId,
        transactionId: `txn_${id}_${charged}`,
        action: "refund",
        status: "approved",
        isFull: true,
        total: amount + 37,
        subtotal: amount,
        currency: "USD",
        changedAt: at,
      };
      return { ...version, kind: "adjusted", customerId: ids.customerId, adjustment };
    }
    case "failure": {
      const failure = { ...money, reason: "expired_card", attempts: 1 };
      return { ...version, kind: "payment_failed", ...ids, transactionId, priceIds, failure };
    }
    case "trialing":
    case "active":
    case "past_due":
    case "paused":
    case "canceled":
    case "ends":
      break;
  }
  return {
    ...version,
    kind: "subscription_changed",
    subscription: {
      ...ids,
      status: what === "ends" ? "active" : what,
      plan,
      price: { amount: cents[plan], currency: "USD" },
      uid: null,
      isTaxAdded: false,
      isDiscounted: false,
      priceIds,
      firstChargeAt: null,
      nextChargeAt: null,
      periodEndsAt: null,
      cancelAt: what === "ends" ? new Date("2026-03-12T16:00Z") : null,
      canceledAt: what === "canceled" ? at : null,
      updatedAt: at,
    },
  };
}
