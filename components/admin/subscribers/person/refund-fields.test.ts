import { expect, test } from "vitest";
import { refundSteps } from "./refund-fields";

const payments = [
  {
    transactionId: "txn_1",
    amount: 4_000,
    currency: "USD",
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
