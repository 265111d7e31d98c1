import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Person, PersonPayment } from "@/lib/contracts/admin/person";
import { renderedText } from "@/tests/support/rendered-markup";
import { Payments } from "./person-side";

const payment: PersonPayment = {
  transactionId: "txn_1",
  amount: null,
  currency: null,
  isTrial: false,
  paidAt: null,
  periodEndsAt: "2026-11-18T12:00:00.000Z",
  refundedAt: null,
  chargedBackAt: null,
};

const shown = (person: Partial<Person>) =>
  renderedText(
    renderToStaticMarkup(
      <Payments
        person={{ status: "active", payments: [payment], failedPayment: null, ...person }}
      />,
    ),
  );

test("a payment without an amount isn't called a trial", () => {
  expect(shown({})).toContain("Amount unknown");
  expect(shown({})).not.toContain("Trial");
  expect(shown({ payments: [{ ...payment, isTrial: true }] })).toContain("Trial");
});

test("a past-due person's failed attempt comes first", () => {
  const failedPayment = {
    amount: 500,
    currency: "USD",
    reason: "declined",
    at: "2026-11-12T12:00:00.000Z",
  };
  expect(shown({ status: "past_due", failedPayment })).toMatch(
    /^Nov 1\d, 2026Bank declined\$5Paid/,
  );
});

test("a past-due person without any payment doesn't say that there were none", () => {
  const text = shown({ status: "past_due", payments: [] });
  expect(text).toContain("The last payment failed.");
  expect(text).not.toContain("No payments yet");
});
