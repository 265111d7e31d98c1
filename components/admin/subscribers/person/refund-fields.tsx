"use client";

import { SelectField, TextField } from "@/components/ui/text-field";
import type { Person } from "@/lib/contracts/admin/person";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { formatAmount, parseAmount, toDecimal } from "@/lib/contracts/money";
import { personActionTexts } from "@/lib/messages/admin/person-screen";
import type { ActionFieldsProps, ActionValues } from "./action-values";

const texts = personActionTexts.refund;

/** The payments that can be refunded, newest first. */
export function refundableOf({ payments }: Pick<Person, "payments">) {
  return payments.flatMap(({ transactionId, amount, currency, paidAt, refundedAt }) =>
    amount && currency && paidAt && !refundedAt
      ? [{ transactionId, amount, currency, paidAt }]
      : [],
  );
}

/** A payment's amount as it's typed: `40.00`, or `6000` in yen. */
export function wholeAmountOf(
  person: Pick<Person, "payments">,
  transactionId: string | undefined,
): string {
  const payment = refundableOf(person).find((each) => each.transactionId === transactionId);
  return payment ? toDecimal(payment.amount, payment.currency) : "";
}

/** The body of the request. The server refuses zero, which is sent for text that isn't an amount. */
export function refundOf(
  person: Pick<Person, "payments">,
  values: ActionValues,
): { transactionId: string; amount: number } {
  const { transactionId = "", amount = "" } = values;
  const payment = paymentOf(person, values);
  return { transactionId, amount: payment ? (parseAmount(amount, payment.currency) ?? 0) : 0 };
}

/** What the refund will do. */
export function refundSteps(
  person: Pick<Person, "payments">,
  values: ActionValues,
): readonly string[] {
  const payment = paymentOf(person, values);
  if (!payment) return [];
  const amount = parseAmount(values["amount"] ?? "", payment.currency);
  return texts.steps(
    amount ? formatAmount(amount, payment.currency) : null,
    formatAmount(payment.amount, payment.currency),
  );
}

function paymentOf(person: Pick<Person, "payments">, { transactionId }: ActionValues) {
  return refundableOf(person).find((each) => each.transactionId === transactionId);
}

/** Which payment, and how much of it. */
export function RefundFields({ person, values, onChange, errorOf }: ActionFieldsProps) {
  const payment = paymentOf(person, values);
  return (
    <>
      <SelectField
        id="transactionId"
        label={texts.label}
        error={errorOf("transactionId")}
        value={values["transactionId"] ?? ""}
        onChange={(transactionId) =>
          onChange({ transactionId, amount: wholeAmountOf(person, transactionId) })
        }
        options={refundableOf(person).map(({ transactionId, amount, currency, paidAt }) => ({
          value: transactionId,
          label: texts.payment(
            formatAmount(amount, currency),
            formatShortMonthDayYear(localDateAt(new Date(paidAt))),
          ),
        }))}
      />
      <TextField
        id="amount"
        label={texts.amount}
        hint={payment && texts.amountHint(formatAmount(payment.amount, payment.currency))}
        error={errorOf("amount")}
        inputMode="decimal"
        autoComplete="off"
        value={values["amount"] ?? ""}
        className="tabular-nums"
        onChange={(amount) => onChange({ amount })}
      />
    </>
  );
}
