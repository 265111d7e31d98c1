"use client";

import { useQuery } from "@tanstack/react-query";
import { ActionError } from "@/components/feedback/action-error";
import { notify } from "@/components/feedback/notify";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { deliveriesQuery, resendTodaysBriefing } from "@/lib/client/account";
import { serverMessage } from "@/lib/client/fetcher";
import type { AccountView } from "@/lib/contracts/account";
import {
  formatLongWeekdayMonthDay,
  formatShortMonthDay,
  formatShortWeekday,
} from "@/lib/calendar/format";
import type { DeliveriesView, DeliveryView } from "@/lib/contracts/deliveries";
import type { Channel } from "@/lib/contracts/primitives";
import { deliveriesScreen } from "@/lib/messages/account";
import { useAccountAction } from "./use-account-action";

function useDeliveries({ user, email, sms, isServed, pause }: AccountView) {
  return useQuery(deliveriesQuery([user.timezone, email, sms, isServed, pause]));
}

/** When and how the next briefing comes. */
export function NextBriefing({ account }: { account: AccountView }) {
  const { data } = useDeliveries(account);
  return (
    // Keeps the line's height while the day is loading.
    <p className="min-h-(--text-row--line-height) w-full font-serif text-row">
      {data && describeNext(data.nextDate, account)}
    </p>
  );
}

export function describeNext(nextDate: string | null, { email, sms }: AccountView): string {
  if (nextDate === null) return deliveriesScreen.noneScheduled;
  const { email: byEmail, sms: byText } = deliveriesScreen.by;
  const channels = [
    ...(email.isOn && email.problem === null ? [byEmail] : []),
    ...(sms.isOn && sms.problem === null ? [byText] : []),
  ];
  return deliveriesScreen.next(formatLongWeekdayMonthDay(nextDate), channels);
}

/** The last two weeks of briefings, and resending today's. */
export function Deliveries({ account }: { account: AccountView }) {
  const { data, error, isPending, isFetching, refetch } = useDeliveries(account);
  if (data) return <DeliveryHistory {...data} />;
  if (isPending) return <Skeleton label={deliveriesScreen.loading} />;
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

export function DeliveryHistory({ days, resendable }: Pick<DeliveriesView, "days" | "resendable">) {
  return (
    <>
      {days.length > 0 ? (
        <DeliveriesTable days={days} />
      ) : (
        <p className="text-ink-2">{deliveriesScreen.nothingSent}</p>
      )}
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
                <span className="max-xs:sr-only">{formatShortWeekday(localDate)}, </span>
                {formatShortMonthDay(localDate)}
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

/** Resends today's briefing on one channel; the server enforces the limits. */
function ResendButton({ channel }: { channel: Channel }) {
  const { act, isBusy, failure } = useAccountAction({
    run: resendTodaysBriefing,
    onDone: (description) => notify({ title: deliveriesScreen.resent, description }),
    failed: deliveriesScreen.resendFailed,
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
