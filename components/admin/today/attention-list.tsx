"use client";

import { SiteLink } from "@/components/layout/site-link";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";
import {
  dismissMissedDays,
  giveBackDays,
  markSeen,
  retryReports,
  todayKey,
} from "@/lib/client/admin/today";
import { formatDateTimeHere } from "@/lib/calendar/format";
import type { AttentionAction, AttentionItem } from "@/lib/contracts/admin/today";
import { todayMessages } from "@/lib/messages/admin/today";
import { countOf } from "@/lib/messages/counts";
import { ConfirmAction } from "../shell/confirm-action";
import { useMayDo } from "../shell/gate";
import { useAdminAction } from "../use-admin-action";

const texts = todayMessages.attention;

/** What needs attention: who, where, how many, since when, and what to press. What was seen comes last, folded. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  const seen = items.filter((item) => item.seen !== null);
  const open = items.filter((item) => item.seen === null);
  return (
    <>
      {open.length === 0 ? (
        <EmptyState title={texts.none}>{texts.noneText}</EmptyState>
      ) : (
        <Items items={open} />
      )}
      {seen.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer py-2.5 text-label text-ink-2">
            {todayMessages.seen.title(seen.length)}
          </summary>
          <Items items={seen} />
        </details>
      )}
    </>
  );
}

function Items({ items }: { items: readonly AttentionItem[] }) {
  return (
    <ul className="border-t border-rule">
      {items.map((item) => (
        <li
          key={item.key}
          className="grid grid-cols-[.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-b border-rule py-4"
        >
          <span
            aria-hidden="true"
            className={classNames(
              "state-mark mt-2 size-2 self-start rounded-full border-[1.5px]",
              item.isOurFault ? "border-alarm bg-alarm" : "border-ink-3",
            )}
          />
          <div className="min-w-0">
            <b className="font-medium wrap-anywhere">{item.title}</b>
            <p className="mt-0.5 max-w-[58ch] text-label leading-[1.375rem] wrap-anywhere text-ink-2">
              {item.text}
            </p>
            <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
              {item.actions.map((action) => (
                <ActionButton key={`${action.do} ${action.label}`} action={action} />
              ))}
              <SeenMark item={item} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Who has seen an item, or the button that hides it. Progress disappears on its own. */
function SeenMark({ item: { key, kind, seen } }: { item: AttentionItem }) {
  const mayHelp = useMayDo("help");
  const mark = useAdminAction({ run: markSeen, changes: [[todayKey]] });
  if (seen) {
    return (
      <p className="text-small text-ink-3">
        {todayMessages.seen.by(seen.by, formatDateTimeHere(seen.at))}
      </p>
    );
  }
  if (!mayHelp || kind === "giving_back") return null;
  return (
    <Button
      variant="quiet"
      size="sm"
      className="max-md:min-h-11"
      isBusy={mark.isBusy}
      onClick={() => mark.submit(key)}
    >
      {todayMessages.seen.label}
    </Button>
  );
}

const place = "max-md:min-h-11";

/** What to press about an item. */
export function ActionButton({ action }: { action: AttentionAction }) {
  const mayRefund = useMayDo("refund");
  const mayHelp = useMayDo("help");
  if (action.do === "open") {
    return (
      <SiteLink
        href={action.href}
        className={classNames(buttonClass({ variant: "line", size: "sm" }), place)}
      >
        {action.label}
      </SiteLink>
    );
  }
  if (action.do === "retry_reports") {
    const reports = countOf(action.reports, "delivery report");
    const { confirmTitle, steps, done } = todayMessages.retryReports;
    return mayHelp ? (
      <ConfirmAction
        label={action.label}
        title={confirmTitle}
        steps={steps(reports)}
        act={retryReports}
        done={done(reports)}
        refetch={todayKey}
        className={place}
      />
    ) : null;
  }
  const { through, of } = action;
  const people = countOf(action.people, "person", "people");
  const { giveBack, dismiss } = todayMessages;
  return mayRefund ? (
    <>
      <ConfirmAction
        label={dismiss.label}
        title={dismiss.confirmTitle}
        steps={dismiss.steps(people)}
        act={() => dismissMissedDays({ through, of })}
        done={dismiss.done}
        refetch={todayKey}
        className={place}
      />
      <ConfirmAction
        label={action.label}
        title={giveBack.confirmTitle(countOf(action.days, "day"))}
        steps={giveBack.steps(people)}
        act={() => giveBackDays({ through, of })}
        done={giveBack.done(people)}
        refetch={todayKey}
        className={place}
      />
    </>
  ) : null;
}
