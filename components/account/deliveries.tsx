"use client";

import { useQuery } from "@tanstack/react-query";
import { ActionError } from "@/components/feedback/action-error";
import { notify } from "@/components/feedback/notify";
import { Button } from "@/components/ui/button";
import { ListSkeleton } from "@/components/ui/list-skeleton";
import { deliveriesQuery, resendTodaysBriefing } from "@/lib/client/account";
import { serverMessage } from "@/lib/client/fetcher";
import type { AccountView } from "@/lib/contracts/account";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import type { DeliveriesView, DeliveryView } from "@/lib/contracts/deliveries";
import type { Channel } from "@/lib/contracts/primitives";
import { deliveriesScreen } from "@/lib/messages/account";
import { failWith, useAccountAction } from "./use-account-action";

/** The last two weeks of briefings, and resending today's. */
export function Deliveries({ account }: { account: AccountView }) {
  const { user, email, sms, isServed, pause } = account;
  const { data, error, isPending, isFetching, refetch } = useQuery(
    deliveriesQuery([user.timezone, email, sms, isServed, pause]),
  );
  if (data) return <DeliveryHistory {...data} />;
  if (isPending) return <ListSkeleton label={deliveriesScreen.loading} />;
  return (
    <div role="alert" className="border-t border-rule py-5">
      <p className="text-ink-2">{serverMessage(error) ?? deliveriesScreen.failed}</p>
      <p className="mt-4">
        <Button variant="line" size="sm" isBusy={isFetching} onClick={() => void refetch()}>
          {deliveriesScreen.tryAgain}
        </Button>
      </p>
    </div>
  );
}

export function DeliveryHistory({ days, nextDate, resendable }: DeliveriesView) {
  const hasHistory = days.length > 0;
  return (
    <>
      {hasHistory && <DeliveriesTable days={days} />}
      <p className={hasHistory ? "mt-4 text-small text-ink-3" : "text-ink-2"}>
        {describeNext(hasHistory, nextDate)}
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

function describeNext(hasHistory: boolean, nextDate: string | null): string {
  const { next, first, noneScheduled, nothingSent } = deliveriesScreen;
  if (nextDate !== null) return (hasHistory ? next : first)(formatLongWeekdayMonthDay(nextDate));
  return hasHistory ? noneScheduled : nothingSent;
}

function DeliveriesTable({ days }: Pick<DeliveriesView, "days">) {
  const hasTexts = days.some(({ sms }) => sms !== null);
  const { columns } = deliveriesScreen;
  return (
    <table className="w-full table-fixed border-collapse text-left text-label">
      <thead>
        <tr className="border-b border-ink text-small text-ink-3">
          <th scope="col" className="w-19 py-2 pr-4 font-medium sm:w-[30%]">
            {columns.briefing}
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            {columns.email}
          </th>
          {hasTexts && (
            <th scope="col" className="py-2 font-medium">
              {columns.text}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {days.map(({ localDate, email, sms, note }) => (
          <tr key={localDate} className="border-b border-rule align-top">
            <th scope="row" className="py-3 pr-4 font-normal whitespace-nowrap">
              <time dateTime={localDate}>
                <span className="max-xs:sr-only">{format(localDate, { weekday: "short" })}, </span>
                {format(localDate, { month: "short", day: "numeric" })}
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
        <span className="sr-only">{deliveriesScreen.none}</span>
      </td>
    );
  }
  const { outcome, label, time, reason } = delivery;
  return (
    <td className={`py-3 pr-4 ${outcome === "failed" ? "text-alarm" : ""}`}>
      {label}
      {time !== null && <span className="text-ink-3"> {time}</span>}
      {reason !== null && `: ${reason}`}
    </td>
  );
}

function format(localDate: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", { ...parts, timeZone: "UTC" }).format(
    new Date(`${localDate}T00:00:00Z`),
  );
}

/** Resends today's briefing on one channel; the server enforces the limits. */
function ResendButton({ channel }: { channel: Channel }) {
  const { act, isBusy, failure } = useAccountAction({
    run: resendTodaysBriefing,
    onDone: (description) => notify({ title: deliveriesScreen.resent, description }),
    onFailed: failWith(deliveriesScreen.resendFailed),
  });
  return (
    <div className="max-sm:w-full">
      <Button
        variant="line"
        size="sm"
        className="max-sm:w-full"
        isBusy={isBusy}
        busyLabel={deliveriesScreen.resending}
        onClick={() => act(channel)}
      >
        {deliveriesScreen.resend[channel]}
      </Button>
      <ActionError className="mt-2">{failure}</ActionError>
    </div>
  );
}
