"use client";

import { SiteLink } from "@/components/layout/site-link";
import { buttonClass } from "@/components/ui/button-class";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";
import { giveBackDays, retryReports, todayKey } from "@/lib/client/admin/today";
import type { AttentionItem } from "@/lib/contracts/admin/today";
import { todayMessages } from "@/lib/messages/admin/today";
import { countOf } from "@/lib/messages/counts";
import { ConfirmAction } from "../shell/confirm-action";
import { useMayDo } from "../shell/gate";

const texts = todayMessages.attention;

/** What needs attention: what is wrong, why, and the button that does it. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0) return <EmptyState title={texts.none}>{texts.noneText}</EmptyState>;
  return (
    <ul className="border-t border-rule">
      {items.map((item) => (
        <li
          key={item.key}
          className="grid grid-cols-[.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-rule py-4 sm:grid-cols-[.5rem_minmax(0,1fr)_auto]"
        >
          <span
            aria-hidden="true"
            className={classNames(
              "mt-2 size-2 self-start rounded-full border-[1.5px]",
              item.isOurFault ? "border-alarm bg-alarm" : "border-ink-3",
            )}
          />
          <div>
            <b className="font-medium">{item.title}</b>
            <p className="mt-0.5 max-w-[58ch] text-label leading-[1.375rem] text-ink-2">
              {item.text}
            </p>
          </div>
          {item.action && <Action action={item.action} />}
        </li>
      ))}
    </ul>
  );
}

const place = "col-start-2 justify-self-start max-md:min-h-11 sm:col-start-3";

function Action({ action }: { action: NonNullable<AttentionItem["action"]> }) {
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
  const people = countOf(action.people, "person", "people");
  const { confirmTitle, steps, done } = todayMessages.giveBack;
  return mayRefund ? (
    <ConfirmAction
      label={action.label}
      title={confirmTitle(countOf(action.days, "day"))}
      steps={steps(people)}
      act={() => giveBackDays(action.through)}
      done={done(people)}
      refetch={todayKey}
      className={place}
    />
  ) : null;
}
