import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Adjustment } from "../ports/payments";
import { deriveRefunds } from "./refunds";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

let counter = 0;

function adjustment(changes: Partial<Adjustment>): Adjustment {
  counter += 1;
  const total = changes.total ?? 4_000;
  return {
    adjustmentId: `adj_${counter}`,
    transactionId: "txn_1",
    subscriptionId: "sub_1",
    action: "refund",
    status: "approved",
    isFull: false,
    total,
    subtotal: total,
    currency: "USD",
    changedAt: at(1),
    ...changes,
  };
}

const part = (total: number) => adjustment({ total });
const dispute = (changes: Partial<Adjustment> = {}) =>
  adjustment({ action: "chargeback", isFull: true, ...changes });
const reversal = (changes: Partial<Adjustment> = {}) =>
  adjustment({ action: "chargeback_reverse", isFull: true, ...changes });

/** Whether all was paid back, whether it's disputed, and what counts before tax, all together. */
function stateOf(adjustments: readonly Adjustment[], paid: number | null = 4_000) {
  const { refundedAt, chargedBackAt, refunds } = deriveRefunds(adjustments, paid);
  const sum = refunds.reduce((all, { amount }) => all + amount, 0);
  return [refundedAt !== null, chargedBackAt !== null, sum];
}

describe("what was paid back", () => {
  test.each<[string, Adjustment[], [boolean, boolean, number]]>([
    ["nothing", [], [false, false, 0]],
    ["a full refund", [adjustment({ isFull: true })], [true, false, 4_000]],
    ["one that is reviewed", [adjustment({ status: "pending_approval" })], [false, false, 0]],
    ["one that was rejected", [adjustment({ status: "rejected" })], [false, false, 0]],
    ["a part", [part(1_500)], [false, false, 1_500]],
    ["parts that are the whole", [part(1_500), part(2_500)], [true, false, 4_000]],
    ["a dispute", [dispute()], [true, true, 4_000]],
    ["a dispute of a part", [dispute({ total: 1_000, isFull: false })], [false, true, 1_000]],
    [
      "a part, and a dispute of the rest",
      [part(1_000), dispute({ total: 3_000, isFull: false })],
      [true, true, 4_000],
    ],
    ["a won dispute", [dispute({ status: "reversed" }), reversal()], [false, false, 0]],
    ["a won dispute before it's marked", [dispute(), reversal()], [false, false, 0]],
    ["a won dispute that is only marked", [dispute({ status: "reversed" })], [false, false, 0]],
    ["a reversal without a dispute", [reversal()], [false, false, 0]],
    [
      "a second dispute after a won one",
      [dispute({ status: "reversed" }), reversal(), dispute()],
      [true, true, 4_000],
    ],
    [
      "a second one, and the first isn't marked",
      [dispute(), reversal(), dispute({ changedAt: at(9) })],
      [true, true, 4_000],
    ],
    ["a warning", [adjustment({ action: "chargeback_warning", isFull: true })], [false, false, 0]],
    ["its reversal", [adjustment({ action: "chargeback_warning_reverse" })], [false, false, 0]],
    ["a credit", [adjustment({ action: "credit", isFull: true })], [false, false, 0]],
    ["the tax alone", [adjustment({ total: 500, subtotal: 0 })], [false, false, 0]],
    [
      "the tax and the rest",
      [adjustment({ total: 500, subtotal: 0 }), part(3_500)],
      [true, false, 3_500],
    ],
  ])("by %s", (_name, adjustments, expected) => {
    expect(stateOf(adjustments)).toEqual(expected);
  });

  test("of a payment whose total we don't know is all with a full refund only", () => {
    expect(stateOf([part(4_000)], null)).toEqual([false, false, 4_000]);
    expect(stateOf([adjustment({ isFull: true })], null)).toEqual([true, false, 4_000]);
  });

  test("of a trial's payment of nothing is all with a full refund", () => {
    expect(stateOf([adjustment({ isFull: true, total: 0 })], 0)).toEqual([true, false, 0]);
  });

  test("counts whole yen", () => {
    const yen = { total: 301, subtotal: 273, currency: "JPY" };
    const { refunds, refundedAt } = deriveRefunds([adjustment(yen), adjustment(yen)], 602);
    expect(refunds.map(({ amount, currency }) => [amount, currency])).toEqual([
      [273, "JPY"],
      [273, "JPY"],
    ]);
    expect(refundedAt).not.toBeNull();
  });

  test("includes refunds that are reviewed in what can't be refunded again", () => {
    const adjustments = [part(1_000), adjustment({ status: "pending_approval", total: 500 })];
    expect(deriveRefunds(adjustments, 4_000).refundedTotal).toBe(1_500);
  });
});

const anyVersions = fc.array(
  fc.record({
    adjustmentId: fc.constantFrom("adj_a", "adj_b", "adj_c", "adj_d"),
    version: fc.nat(5),
    status: fc.constantFrom("pending_approval", "approved", "rejected", "reversed"),
    total: fc.constantFrom(0, 1_000, 2_000, 4_000),
    isFull: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

const actionOf = new Map([
  ["adj_a", "refund"],
  ["adj_b", "chargeback"],
  ["adj_c", "chargeback_reverse"],
  ["adj_d", "chargeback"],
]);

/** What is stored after versions arrive: the newest of each adjustment. */
function newest(versions: readonly (Adjustment & { version: number })[]): Adjustment[] {
  const known = new Map<string, Adjustment & { version: number }>();
  for (const each of versions) {
    const before = known.get(each.adjustmentId);
    if (!before || before.version < each.version) known.set(each.adjustmentId, each);
  }
  return [...known.values()];
}

test("any order and any repetition of the same versions leads to the same state", () => {
  const histories = anyVersions.chain((drawn) => {
    // A version of an adjustment says one thing.
    const seen = new Map(drawn.map((each) => [`${each.adjustmentId} ${each.version}`, each]));
    const versions = [...seen.values()].map(({ version, ...each }) => ({
      ...adjustment({
        ...each,
        action: actionOf.get(each.adjustmentId) ?? "",
        changedAt: at(version),
      }),
      version,
    }));
    const twice = [...versions, ...versions];
    return fc.tuple(fc.constant(versions), fc.shuffledSubarray(twice, { minLength: twice.length }));
  });
  fc.assert(
    fc.property(histories, ([straight, shuffled]) => {
      expect(deriveRefunds(newest(shuffled), 4_000)).toEqual(
        deriveRefunds(newest(straight), 4_000),
      );
    }),
  );
});
