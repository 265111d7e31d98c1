"use client";

import { Button } from "@/components/ui/button";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import type { Person } from "@/lib/contracts/admin/person";
import { formatAmount } from "@/lib/contracts/money";
import { describeFailure } from "@/lib/messages/billing";
import { personScreen } from "@/lib/messages/admin/person-screen";
import { useAdmin } from "../../shell/gate";
import type { ConfirmedAction } from "./action-dialog";
import { isOffered } from "./person-head";

const messages = personScreen.pastDue;

/** That a subscription is past due, what failed, and the link that helps. */
export function FailedPayment(props: {
  person: Person;
  /** `opener` is where focus returns to. */
  onAct: (action: ConfirmedAction, opener: HTMLElement | null) => void;
}) {
  const { person, onAct } = props;
  const { role } = useAdmin();
  if (person.status !== "past_due") return null;
  return (
    <section
      aria-labelledby="failed-payment"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-rule py-5"
    >
      <div className="max-w-[58ch]">
        <h2 id="failed-payment" className="text-row text-alarm">
          {messages.title}
        </h2>
        <p className="mt-1 text-label leading-6 text-ink-2">
          {describe(person.failedPayment)} {messages.next}
        </p>
      </div>
      {isOffered(person, "card-link", role) && (
        <Button
          size="sm"
          variant="solid"
          className="max-md:min-h-11"
          onClick={(event) => onAct("card-link", event.currentTarget)}
        >
          {messages.send}
        </Button>
      )}
    </section>
  );
}

function describe(failure: Person["failedPayment"]): string {
  if (!failure) return messages.unknown;
  const { amount, currency, reason, at } = failure;
  const date = formatShortMonthDayYear(localDateAt(new Date(at)));
  return messages.text(formatAmount(amount, currency), date, describeFailure(reason));
}
