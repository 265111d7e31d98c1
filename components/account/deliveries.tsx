"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { ListSkeleton } from "@/components/ui/list-skeleton";
import { ownDeliveries } from "@/lib/client/account";
import { serverMessage } from "@/lib/client/fetcher";
import type { AccountView } from "@/lib/contracts/account";
import { toFullDate } from "@/lib/contracts/calendar";
import type { DeliveriesView, DeliveryView } from "@/lib/contracts/deliveries";
import { ResendButton } from "./resend-button";

/** What became of the briefings of the last two weeks, and today's once more. */
export function Deliveries({ account }: { account: AccountView }) {
  const { user, email, sms, isServed } = account;
  const { data, error, isPending, isFetching, refetch } = useQuery(
    ownDeliveries([user.timezone, email, sms, isServed]),
  );
  if (data) return <History {...data} />;
  if (isPending) return <ListSkeleton label="Loading your deliveries" />;
  return (
    <div role="alert" className="border-t border-rule py-5">
      <p className="text-ink-2">{serverMessage(error) ?? "Your deliveries could not be loaded."}</p>
      <p className="mt-4">
        <Button variant="line" size="sm" isBusy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    </div>
  );
}

function History({ days, nextDate, resendable }: DeliveriesView) {
  return (
    <>
      {days.length > 0 && <DeliveriesTable days={days} />}
      <p className={days.length > 0 ? "mt-4 text-small text-ink-3" : "text-ink-2"}>
        {comingUp(days.length > 0, nextDate)}
      </p>
      {resendable.length > 0 && (
        <div className="mt-5 flex flex-wrap gap-3">
          {resendable.map((channel) => (
            <ResendButton key={channel} channel={channel} />
          ))}
        </div>
      )}
    </>
  );
}

function comingUp(hasHistory: boolean, nextDate: string | null): string {
  if (nextDate !== null) {
    const name = hasHistory ? "next" : "first";
    return `Your ${name} briefing comes on ${weekdayOf(nextDate, "long")}, ${toFullDate(nextDate)}, by 8:00.`;
  }
  return hasHistory
    ? "No further briefing is due."
    : "Nothing was sent in the last 14 days, and no briefing is due.";
}

function DeliveriesTable({ days }: Pick<DeliveriesView, "days">) {
  const hasTexts = days.some(({ sms }) => sms !== null);
  return (
    <table className="w-full table-fixed border-collapse text-left text-label">
      <thead>
        <tr className="border-b border-ink text-small text-ink-3">
          <th scope="col" className="w-19 py-2 pr-4 font-medium sm:w-[30%]">
            Briefing
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            Email
          </th>
          {hasTexts && (
            <th scope="col" className="py-2 font-medium">
              Text
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {days.map(({ localDate, email, sms, note }) => (
          <tr key={localDate} className="border-b border-rule align-top">
            <th scope="row" className="py-3 pr-4 font-normal whitespace-nowrap">
              <time dateTime={localDate}>
                <span className="max-xs:sr-only">{weekdayOf(localDate, "short")} </span>
                {shortDay(localDate)}
              </time>
            </th>
            {note === null ? (
              <>
                <Outcome delivery={email} />
                {hasTexts && <Outcome delivery={sms} />}
              </>
            ) : (
              <td colSpan={hasTexts ? 2 : 1} className="py-3 text-ink-3">
                {note}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Outcome({ delivery }: { delivery: DeliveryView | null }) {
  if (!delivery) {
    return (
      <td className="py-3 pr-4 text-ink-3">
        <span aria-hidden="true">–</span>
        <span className="sr-only">None</span>
      </td>
    );
  }
  const { outcome, words, time, reason } = delivery;
  return (
    <td className={`py-3 pr-4 ${outcome === "failed" ? "text-alarm" : ""}`}>
      {words}
      {time !== null && <span className="text-ink-3"> {time}</span>}
      {reason !== null && `: ${reason}`}
    </td>
  );
}

function weekdayOf(localDate: string, length: "short" | "long"): string {
  return format(localDate, { weekday: length });
}

/** `18 Nov`. */
function shortDay(localDate: string): string {
  return format(localDate, { day: "numeric", month: "short" });
}

function format(localDate: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" }).format(
    new Date(`${localDate}T00:00:00Z`),
  );
}
