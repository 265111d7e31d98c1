"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { addPersonNote, personKey } from "@/lib/client/admin/person";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { Person, PersonPayment } from "@/lib/contracts/admin/person";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { formatAmount } from "@/lib/contracts/money";
import { describeFailure } from "@/lib/messages/billing";
import { personScreen as messages } from "@/lib/messages/admin/person-screen";
import { failureReason } from "../../failure-reason";
import { AdminSection } from "../../shell/page";
import { DeliveryStrip } from "./delivery-strip";

const dayOf = (at: string) => formatShortMonthDayYear(localDateAt(new Date(at)));

/** Deliveries, payments, consents, and notes of one subscriber. */
export function PersonSide({ person }: { person: Person }) {
  return (
    <div className="grid content-start gap-12">
      <AdminSection
        id="deliveries"
        title={messages.deliveries}
        action={<span className="text-small text-ink-3">{messages.weeks}</span>}
      >
        <DeliveryStrip days={person.strip} />
      </AdminSection>
      <AdminSection id="payments" title={messages.payments}>
        <Payments person={person} />
      </AdminSection>
      <AdminSection id="consents" title={messages.consents}>
        <Consents consents={person.consents} />
      </AdminSection>
      <AdminSection
        id="notes"
        title={messages.notes}
        action={<span className="text-small text-ink-3">{messages.notesHint}</span>}
      >
        <Notes person={person} />
      </AdminSection>
    </div>
  );
}

function stateOf({
  chargedBackAt,
  refundedAt,
  periodEndsAt,
}: Pick<PersonPayment, "chargedBackAt" | "refundedAt" | "periodEndsAt">) {
  if (chargedBackAt) return messages.disputed;
  if (refundedAt) return messages.refunded;
  return periodEndsAt && messages.paysThrough(dayOf(periodEndsAt));
}

/** The failed attempt of a past-due subscription, and what was paid. */
export function Payments({
  person: { status, payments, failedPayment },
}: {
  person: Pick<Person, "status" | "payments" | "failedPayment">;
}) {
  const isPastDue = status === "past_due";
  if (payments.length === 0 && !isPastDue) {
    return <p className="text-ink-2">{messages.noPayments}</p>;
  }
  return (
    <table className="w-full border-collapse border-t border-rule text-label">
      <tbody>
        {isPastDue && (
          <Row
            isAlarm
            name={failedPayment ? dayOf(failedPayment.at) : messages.failed}
            state={failedPayment ? describeFailure(failedPayment.reason) : messages.pastDue.title}
            amount={amountOf(failedPayment)}
          />
        )}
        {payments.map((payment) => (
          <Row
            key={payment.transactionId}
            name={payment.paidAt ? dayOf(payment.paidAt) : messages.paid}
            state={stateOf(payment)}
            amount={payment.isTrial ? messages.free : amountOf(payment)}
          />
        ))}
      </tbody>
    </table>
  );
}

function amountOf(of: Pick<PersonPayment, "amount" | "currency"> | null): string {
  return of !== null && of.amount !== null && of.currency !== null
    ? formatAmount(of.amount, of.currency)
    : messages.amountUnknown;
}

function Row(props: { name: string; state: string | null; amount: string; isAlarm?: boolean }) {
  return (
    <tr className={classNames("border-b border-rule", props.isAlarm && "text-alarm")}>
      <th scope="row" className="py-2.5 pr-4 text-left font-normal">
        {props.name}
      </th>
      <td className={classNames("py-2.5 pr-4", !props.isAlarm && "text-ink-2")}>{props.state}</td>
      <td className="py-2.5 text-right tabular-nums">{props.amount}</td>
    </tr>
  );
}

function Consents({ consents }: Pick<Person, "consents">) {
  if (consents.length === 0) return <p className="text-ink-2">{messages.noConsents}</p>;
  return (
    <ul className="border-t border-rule">
      {consents.map(({ kind, wording, grantedAt, isWithdrawn }) => (
        <li key={`${kind} ${grantedAt}`} className="border-b border-rule py-3 text-label">
          <div className="flex justify-between gap-4">
            <b className="font-medium">{messages.consentKinds[kind] ?? kind}</b>
            <Badge tone={isWithdrawn ? "outline" : "accent"}>
              {isWithdrawn ? messages.withdrawn : messages.given}
            </Badge>
          </div>
          <blockquote className="mt-1 font-serif text-[1.0625rem] leading-6 text-ink-2">
            “{wording}”
          </blockquote>
          <p className="mt-1 text-fine text-ink-3">{messages.givenOn(dayOf(grantedAt))}</p>
        </li>
      ))}
    </ul>
  );
}

function Notes({ person: { id, notes } }: { person: Person }) {
  const client = useQueryClient();
  const [body, setBody] = useState("");
  const add = useSingleMutation({
    mutationFn: () => addPersonNote(id, body),
    onSuccess: async () => {
      setBody("");
      await refetchAll(client, personKey(id));
    },
  });
  return (
    <>
      <form
        className="grid justify-items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <div className="w-full">
          <Field id="note" label={messages.noteLabel} error={add.error && failureReason(add.error)}>
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={2_000}
                value={body}
                onChange={(event) => setBody(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="line" size="sm" isBusy={add.isBusy}>
          {messages.addNote}
        </Button>
      </form>
      {notes.length > 0 && (
        <ul className="mt-5 border-t border-rule">
          {notes.map((note) => (
            <li key={note.id} className="border-b border-rule py-3 text-label">
              <p className="whitespace-pre-line wrap-anywhere">{note.body}</p>
              <p className="mt-1 text-fine text-ink-3">
                {note.author}, {dayOf(note.createdAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
