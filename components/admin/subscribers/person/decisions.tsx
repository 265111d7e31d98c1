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

const { pastDue, review } = personScreen;

export type DecisionProps = {
  person: Person;
  /** `opener` is where focus returns to. */
  onAct: (action: ConfirmedAction, opener: HTMLElement | null) => void;
};

/** That a subscription is past due, what failed, and the link that helps. */
export function FailedPayment(props: DecisionProps) {
  const { status, failedPayment } = props.person;
  if (status !== "past_due") return null;
  return (
    <Decision
      {...props}
      id="failed-payment"
      title={pastDue.title}
      text={`${describe(failedPayment)} ${pastDue.next}`}
      choices={[{ action: "card-link", label: pastDue.send, variant: "solid" }]}
    />
  );
}

function describe(failure: Person["failedPayment"]): string {
  if (!failure) return pastDue.unknown;
  const { amount, currency, reason, at } = failure;
  const date = formatShortMonthDayYear(localDateAt(new Date(at)));
  return pastDue.text(formatAmount(amount, currency), date, describeFailure(reason));
}

/** A full refund or a dispute that needs a decision, and both choices. */
export function RefundReview(props: DecisionProps) {
  const [open] = props.person.openRefunds;
  if (!open) return null;
  const { title, text, leave } = review[open.kind];
  const stop = { action: "cancel", label: review.stop, variant: "solid" } as const;
  return (
    <Decision
      {...props}
      id="refund-review"
      title={title}
      text={text}
      choices={[
        ...(open.kind === "refund" ? [stop] : []),
        { action: "review-refund", label: leave, variant: "line" },
      ]}
    />
  );
}

type Choice = { action: ConfirmedAction; label: string; variant: "solid" | "line" };

function Decision(
  props: DecisionProps & { id: string; title: string; text: string; choices: readonly Choice[] },
) {
  const { person, onAct, id, title, text, choices } = props;
  const { role } = useAdmin();
  const offered = choices.filter(({ action }) => isOffered(person, action, role));
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-rule py-5"
    >
      <div className="max-w-[58ch]">
        <h2 id={id} className="text-row text-alarm">
          {title}
        </h2>
        <p className="mt-1 text-label leading-6 text-ink-2">{text}</p>
      </div>
      {offered.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {offered.map(({ action, label, variant }) => (
            <Button
              key={action}
              size="sm"
              variant={variant}
              className="max-md:min-h-11"
              onClick={(event) => onAct(action, event.currentTarget)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
