import { expect, test } from "vitest";
import { refundOf, refundSteps, wholeAmountOf } from "./refund-fields";

const payments = [
  {
    transactionId: "txn_1",
    amount: 4_000,
    currency: "USD",
    isTrial: false,
    paidAt: "2026-11-18T12:00:00.000Z",
    periodEndsAt: null,
    refundedAt: null,
    chargedBackAt: null,
  },
];

test.each([
  ["40.00", "Paddle refunds all of the $40 to the card."],
  ["15", "Paddle refunds $15 of the $40 to the card."],
  ["fifteen", "Paddle refunds part of the $40 to the card."],
  ["", "Paddle refunds part of the $40 to the card."],
])("for the amount %j, the dialog says: %s", (amount, sentence) => {
  const [first] = refundSteps({ payments }, { transactionId: "txn_1", amount });
  expect(first).toContain(sentence);
});

test("an amount in yen has no decimals", () => {
  const yen = { payments: payments.map((each) => ({ ...each, amount: 6_000, currency: "JPY" })) };
  const refund = (amount: string) => refundOf(yen, { transactionId: "txn_1", amount }).amount;
  expect(wholeAmountOf(yen, "txn_1")).toBe("6000");
  expect([refund("6000"), refund("¥1500"), refund("15.00")]).toEqual([6_000, 1_500, 0]);
  const [first] = refundSteps(yen, { transactionId: "txn_1", amount: "1500" });
  expect(first).toContain("Paddle refunds ¥1,500 of the ¥6,000 to the card.");
});

test("an amount in dollars has cents", () => {
  const refund = (amount: string) => refundOf({ payments }, { transactionId: "txn_1", amount });
  expect([refund("$15").amount, refund("19.99").amount, refund("1.999").amount]).toEqual([
    1_500, 1_999, 0,
  ]);
});
