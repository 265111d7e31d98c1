"use client";

import { Button } from "@/components/ui/button";
import type { Person } from "@/lib/contracts/admin/person";
import { personScreen } from "@/lib/messages/admin/person-screen";
import { useAdmin } from "../../shell/gate";
import type { ConfirmedAction } from "./action-dialog";
import { isOffered } from "./person-head";

const messages = personScreen.review;

/** A full refund or a dispute that nobody has decided on, and both decisions. */
export function RefundReview(props: {
  person: Person;
  /** `opener` is where focus returns to. */
  onAct: (action: ConfirmedAction, opener: HTMLElement | null) => void;
}) {
  const { person, onAct } = props;
  const { role } = useAdmin();
  const [open] = person.openRefunds;
  if (!open) return null;
  const { title, text, leave } = messages[open.kind];
  return (
    <section
      aria-labelledby="refund-review"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-rule py-5"
    >
      <div className="max-w-[58ch]">
        <h2 id="refund-review" className="text-row text-alarm">
          {title}
        </h2>
        <p className="mt-1 text-label leading-6 text-ink-2">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {open.kind === "refund" && isOffered(person, "cancel", role) && (
          <Button
            size="sm"
            variant="solid"
            className="max-md:min-h-11"
            onClick={(event) => onAct("cancel", event.currentTarget)}
          >
            {messages.stop}
          </Button>
        )}
        {isOffered(person, "review-refund", role) && (
          <Button
            size="sm"
            variant="line"
            className="max-md:min-h-11"
            onClick={(event) => onAct("review-refund", event.currentTarget)}
          >
            {leave}
          </Button>
        )}
      </div>
    </section>
  );
}
