import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { paymentEvents } from "@/lib/domain/billing/apply-payment-event";
import { deriveMoney } from "@/lib/domain/money/derive";
import { findMoney, findMrr } from "@/lib/domain/money/overview";
import { listMoneyRows } from "@/lib/domain/money/rows";
import { startApi } from "@/tests/support/api";
import { deleteRowsOf } from "@/tests/support/database";
import { useForFile } from "@/tests/support/use-for-file";
import { eventOf, ledger } from "./ledger";

const at = useForFile(() => startApi({ now: "2026-04-01T16:00:00Z" }));

const forgetEverything = () =>
  at.ctx.db.$executeRawUnsafe(
    deleteRowsOf("money_events", "money_changes", "money_days", "subscriptions"),
  );

beforeEach(async () => {
  await forgetEverything();
});

const inOrder = ledger.map((_, index) => index);

/** Applies lines of the ledger; figures may be read in between. */
async function apply(order: readonly number[], { readsBetween = false } = {}): Promise<void> {
  for (const index of order) {
    const line = ledger[index];
    if (!line) continue;
    await at.ctx.db.$transaction((tx) => paymentEvents.apply(at.ctx, tx, eventOf(line, index, "")));
    if (readsBetween) await deriveMoney(at.ctx);
  }
}

const overview = () => findMoney(at.ctx, { period: "12m" });

describe("the ledger of ten subscriptions, counted by hand", () => {
  beforeEach(() => apply(inOrder));

  test("MRR of each month, and what moved it", async () => {
    const { months } = await overview();
    // January: A $60 and B $40 a year begin to count: $100 a year, $8.33 a month.
    // February: D, E, G $60 each and F, H $40 each: $260 a year, $21.67 a month. Total $360: $30.00.
    // March: new are J $60, and G $60 again after its pause: $120, $10.00 a month. H changes from $40
    // to $60: +$1.67. E changes from $60 to $40: −$1.67. Lost are A $60, D $60, F $40, and G $60 when
    // it pauses: −$220, −$18.33 a month. Net −$100: −$8.33. Total $260: $21.67.
    expect(months).toMatchObject([
      { month: "2026-01", new: 833, expansion: 0, contraction: 0, churned: 0, net: 833, mrr: 833 },
      {
        month: "2026-02",
        new: 2_167,
        expansion: 0,
        contraction: 0,
        churned: 0,
        net: 2_167,
        mrr: 3_000,
      },
      {
        month: "2026-03",
        new: 1_000,
        expansion: 167,
        contraction: -167,
        churned: -1_833,
        net: -833,
        mrr: 2_167,
      },
      { month: "2026-04", isComplete: false, net: 0, mrr: 2_167 },
    ]);
  });

  test("trials, first charges, cancellations, revenue, and refunds of each month", async () => {
    const { months } = await overview();
    // Trials: A, B, C, D (January 31 in New York); E, F, G, H; I, J.
    // First charges: A, B; D, E, F, G, H; J.
    // Charged: A 5 + B 40; A 5 + D 5 + E 5 + F 40 + G 5 + H 40; E 40 + G 5 + H 5 + J 5.
    // No longer paying: A, D, F, G in March. C never paid.
    expect(months.slice(0, 3)).toMatchObject([
      { trialsStarted: 4, converted: 2, canceled: 0, charged: 4_500, refunded: 0, refunds: 0 },
      { trialsStarted: 4, converted: 5, canceled: 0, charged: 10_000, refunded: 0, refunds: 0 },
      { trialsStarted: 2, converted: 1, canceled: 4, charged: 5_500, refunded: 4_000, refunds: 1 },
    ]);
  });

  test("who there is now", async () => {
    // Paying: B, E, G, H, J. J is past due and still counts. I is on trial.
    expect(await overview()).toMatchObject({
      currency: "USD",
      mrr: 2_167,
      arr: 26_000,
      paying: 5,
      pastDue: 1,
      trialing: 1,
      paused: 0,
    });
    expect(await findMrr(at.ctx)).toEqual({ currency: "USD", mrr: 2_167, net: 0 });
  });

  test("churn is what March lost of the MRR on its first day", async () => {
    const { churn } = await overview();
    // March: $18.33 of $30.00. February lost nothing of $8.33.
    expect(churn).toEqual([
      { month: "2026-03", lost: 1_833, base: 3_000, rate: 1_833 / 3_000 },
      { month: "2026-02", lost: 0, base: 833, rate: 0 },
    ]);
  });

  test("why they stopped paying", async () => {
    const { reasons } = await overview();
    // A ended it at Paddle, D's card failed, F was refunded, G paused. C never paid.
    expect(reasons).toEqual({
      month: "2026-03",
      rows: [
        { reason: "at_paddle", subscribers: 1 },
        { reason: "paused", subscribers: 1 },
        { reason: "payment_failed", subscribers: 1 },
        { reason: "refunded", subscribers: 1 },
      ],
    });
  });

  test("who still pays, by the month of the first charge", async () => {
    const { cohorts } = await overview();
    // January: A, B; A left in March. February: D, E, F, G, H; D and F left, G came back. March: J.
    expect(cohorts).toEqual([
      { month: "2026-01", subscribers: 2, paying: [2, 2, 1, 1] },
      { month: "2026-02", subscribers: 5, paying: [5, 3, 3] },
      { month: "2026-03", subscribers: 1, paying: [1, 1] },
    ]);
  });

  test("plans, with what they charged", async () => {
    const { plans } = await overview();
    // Monthly: G, H, J: 3 × $5. Charged: A 5 + 5, D 5, E 5, G 5 + 5, H 5, J 5.
    // Annual: B, E: 2 × $40 ÷ 12. Charged: B 40, E 40, F 40, H 40.
    expect(plans).toEqual([
      { plan: "monthly", subscribers: 3, price: 500, mrr: 1_500, charged: 4_000 },
      { plan: "annual", subscribers: 2, price: 4_000, mrr: 667, charged: 16_000 },
    ]);
  });

  test("what the trials of March led to", async () => {
    const { funnel } = await overview();
    // I and J; J paid. All four of February did.
    expect(funnel).toEqual({
      month: "2026-03",
      trials: 2,
      signedUp: 0,
      paid: 1,
      rate: 0.5,
      rateBefore: 1,
    });
  });

  test("J's payment is being retried", async () => {
    const { retries } = await overview();
    expect(retries).toMatchObject({ subscribers: 1, amount: 500 });
    expect(retries.rows).toMatchObject([
      {
        subscriptionId: "sub_J",
        plan: "monthly",
        amount: 500,
        reason: "expired_card",
        attempts: 1,
        since: "2026-03-28T16:01:00.000Z",
      },
    ]);
  });

  test("the rows behind a figure add up to it", async () => {
    const { rows } = await listMoneyRows(at.ctx, {
      figure: "churned",
      month: "2026-03",
      limit: 50,
    });
    expect(
      rows.map(({ subscriptionId, amount, reason }) => [subscriptionId, amount, reason]),
    ).toEqual([
      ["sub_D", -500, "payment_failed"],
      ["sub_G", -500, "paused"],
      ["sub_F", -333, "refunded"],
      ["sub_A", -500, "at_paddle"],
    ]);
    const paying = await listMoneyRows(at.ctx, { figure: "mrr", month: "2026-03", limit: 50 });
    expect(paying.rows.map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual(
      ["B", "E", "G", "H", "J"].map((who) => `sub_${who}`),
    );
  });

  test("rows come in pages", async () => {
    const query = { figure: "charged", month: "2026-02", limit: 4 } as const;
    const first = await listMoneyRows(at.ctx, query);
    const second = await listMoneyRows(at.ctx, { ...query, cursor: first.nextCursor ?? "" });
    expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([4, 2, null]);
    const keys = [...first.rows, ...second.rows].map(({ key }) => key);
    expect(new Set(keys).size).toBe(6);
  });
});

test("in any order, repeated, and read in between, events lead to the same figures", async () => {
  await apply(inOrder);
  const straight = await overview();
  expect(straight.arr).toBe(26_000);
  const twice = [...inOrder, ...inOrder];
  const orders = fc.sample(fc.shuffledSubarray(twice, { minLength: twice.length }), {
    numRuns: 4,
    seed: 7,
  });
  for (const [index, order] of orders.entries()) {
    await forgetEverything();
    await apply(order, { readsBetween: index % 2 === 1 });
    expect(await overview()).toEqual(straight);
  }
});

test("without any subscription there are no figures", async () => {
  expect(await overview()).toMatchObject({
    currency: "USD",
    mrr: 0,
    paying: 0,
    churn: [],
    months: [{ month: "2026-04", net: 0 }],
    weeks: [],
    cohorts: [],
    plans: [],
    check: null,
  });
});
