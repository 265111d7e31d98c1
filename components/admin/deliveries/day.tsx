"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { BarList } from "@/components/data/chart/bar-list";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { deliveryDay, type PeopleFilter } from "@/lib/client/admin/deliveries";
import type { DeliveryDayView, DeliveryReason, Figures } from "@/lib/contracts/admin/deliveries";
import { toWeekdayDate } from "@/lib/contracts/calendar";
import { deliveriesMessages as texts } from "@/lib/messages/admin/deliveries";
import { formatCount } from "@/lib/messages/counts";
import { Loaded } from "../shell/loaded";
import { AdminSection } from "../shell/page";
import { addFigures, formatRate } from "./format";
import { Replies } from "./replies";
import { Visits } from "./visits";
import { WhatWasSent } from "./what-was-sent";

export type DayProps = {
  date: string;
  /** Days with deliveries, earliest first. */
  dates: readonly string[];
  onSelect: (date: string) => void;
  onShowPeople: (filter: PeopleFilter) => void;
};

/** One day: its zones, why something wasn't delivered, and who was left out. */
export function Day({ date, dates, onSelect, onShowPeople }: DayProps) {
  const query = useQuery(deliveryDay(date));
  const index = dates.indexOf(date);
  return (
    <AdminSection
      id="day"
      title={toWeekdayDate(date)}
      className="mt-12 [&>div:first-child]:border-t-[3px]"
      action={
        <div className="flex gap-2">
          <Step date={dates[index - 1]} label={texts.day.previous} icon={ArrowLeft} go={onSelect} />
          <Step date={dates[index + 1]} label={texts.day.next} icon={ArrowRight} go={onSelect} />
        </div>
      }
    >
      <Loaded query={query} label={texts.day.loading}>
        {(day) => (
          <>
            <WhatWasSent sent={day.texts} />
            <DayFigures day={day} onShowPeople={onShowPeople} />
          </>
        )}
      </Loaded>
    </AdminSection>
  );
}

function Step(props: {
  date: string | undefined;
  label: (day: string) => string;
  icon: typeof ArrowLeft;
  go: (date: string) => void;
}) {
  const { date, label, icon: Icon, go } = props;
  return (
    <Button
      variant="icon"
      size="sm"
      disabled={date === undefined}
      aria-label={label(date === undefined ? texts.day.nonePlain : toWeekdayDate(date))}
      onClick={() => date !== undefined && go(date)}
    >
      <Icon aria-hidden="true" size={16} strokeWidth={1.6} />
    </Button>
  );
}

type Show = Pick<DayProps, "onShowPeople">;

function DayFigures({ day, onShowPeople }: { day: DeliveryDayView } & Show) {
  const total = addFigures(...day.zones.flatMap(({ email, sms }) => [email, sms]));
  const emails = addFigures(...day.zones.map(({ email }) => email));
  if (total.toSend + total.excluded === 0) return <p className="text-ink-2">{texts.day.none}</p>;
  return (
    <>
      <ZoneTable zones={day.zones} onShowPeople={onShowPeople} />
      <div className="mt-12 grid gap-x-16 gap-y-12 min-[62rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Why
          reasons={day.reasons}
          count={total.failed + total.missed}
          onShowPeople={onShowPeople}
        />
        <div className="grid content-start gap-y-12">
          <LeftOut reasons={day.reasons} count={total.excluded} onShowPeople={onShowPeople} />
          {day.replies && <Replies replies={day.replies} />}
          <Visits visits={day.visits} delivered={emails.delivered} />
        </div>
      </div>
    </>
  );
}

const channelNames = ["email", "sms"] as const;
const numberCell = "py-2.5 pl-4 text-right whitespace-nowrap tabular-nums";

function ZoneTable({ zones, onShowPeople }: { zones: DeliveryDayView["zones"] } & Show) {
  const { day, channels } = texts;
  return (
    // Focusable, so that the keyboard can scroll what is wider than a phone.
    <section
      aria-label={day.zones}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative overflow-x-auto"
    >
      <table className="w-full border-collapse border-b border-ink text-label leading-5">
        <thead>
          <tr className="text-fine text-ink-3">
            <th
              scope="col"
              rowSpan={2}
              className="border-b border-ink py-2.5 text-left font-medium"
            >
              {day.zone}
            </th>
            {channelNames.map((channel) => (
              <th
                key={channel}
                scope="colgroup"
                colSpan={4}
                className="pt-2.5 text-center font-medium"
              >
                {channels[channel]}
              </th>
            ))}
          </tr>
          <tr className="border-b border-ink text-fine text-ink-3 [&>th]:py-2.5 [&>th]:pl-4 [&>th]:text-right [&>th]:font-medium [&>th]:whitespace-nowrap">
            {channelNames.flatMap((channel) => [
              <th key={`${channel} to send`} scope="col">
                {day.toSend}
              </th>,
              <th key={`${channel} delivered`} scope="col">
                {day.delivered}
              </th>,
              <th key={`${channel} rate`} scope="col">
                {day.rate}
              </th>,
              <th key={`${channel} not`} scope="col">
                {day.notDelivered}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {zones.map((zone) => (
            <tr key={zone.timezone} className="border-b border-rule">
              <th scope="row" className="py-2.5 text-left font-normal">
                {texts.zones[zone.timezone]}
              </th>
              {channelNames.map((channel) => (
                <Cells
                  key={channel}
                  figures={zone[channel]}
                  label={day.peopleIn(channels[channel], texts.zones[zone.timezone])}
                  onShow={() =>
                    onShowPeople({ channel, timezone: zone.timezone, outcome: "undelivered" })
                  }
                />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="font-medium">
          <tr className="border-t border-ink">
            <th scope="row" className="py-2.5 text-left font-medium">
              {day.allZones}
            </th>
            {channelNames.map((channel) => (
              <Cells
                key={channel}
                figures={addFigures(...zones.map((zone) => zone[channel]))}
                label={day.peopleIn(channels[channel], day.allZones)}
                onShow={() => onShowPeople({ channel, outcome: "undelivered" })}
              />
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Cells({
  figures,
  label,
  onShow,
}: {
  figures: Figures;
  label: string;
  onShow: () => void;
}) {
  const { toSend, delivered, failed, missed } = figures;
  const not = failed + missed;
  return (
    <>
      <td className={numberCell}>{formatCount(toSend)}</td>
      <td className={numberCell}>{formatCount(delivered)}</td>
      <td className={numberCell}>{formatRate(delivered, toSend)}</td>
      <td className={numberCell}>
        {not === 0 ? (
          <span className="text-ink-3">0</span>
        ) : (
          <button
            type="button"
            onClick={onShow}
            className={classNames(
              "-my-2.5 min-h-10 min-w-6 text-right underline decoration-edge decoration-1 underline-offset-[.22em] hover:decoration-current",
              missed > 0 && "font-medium text-alarm",
            )}
          >
            {formatCount(not)}
            <span className="sr-only"> {label}</span>
          </button>
        )}
      </td>
    </>
  );
}

type ReasonsProps = { reasons: readonly DeliveryReason[]; count: number } & Show;

function Why({ reasons, count, onShowPeople }: ReasonsProps) {
  const { why, channels } = texts;
  const rows = reasons.filter(({ outcome }) => outcome !== "excluded");
  const most = Math.max(1, ...rows.map((row) => row.count));
  const title = count === 1 ? why.one : count === 0 ? why.all : why.title(formatCount(count));
  return (
    <AdminSection
      id="why"
      title={title}
      {...(count > 0 && {
        action: <See onPress={() => onShowPeople({ outcome: "undelivered" })} />,
      })}
    >
      {count === 0 && <p className="text-ink-2">{why.allText}</p>}
      <BarList
        isInk
        rows={rows.map((row) => ({
          key: `${row.channel} ${row.outcome} ${row.reason}`,
          label: row.label,
          detail: row.outcome === "missed" ? texts.outcomes.missed : channels[row.channel],
          value: formatCount(row.count),
          share: channels[row.channel],
          length: row.count / most,
        }))}
      />
    </AdminSection>
  );
}

function LeftOut({ reasons, count, onShowPeople }: ReasonsProps) {
  const { why, channels } = texts;
  return (
    <AdminSection
      id="left-out"
      title={why.leftOut}
      {...(count > 0 && { action: <See onPress={() => onShowPeople({ outcome: "excluded" })} /> })}
    >
      {count === 0 ? (
        <p className="text-ink-2">{why.nobody}</p>
      ) : (
        <dl className="border-t border-rule text-label">
          <Row name={why.excluded} count={count} isTotal />
          {reasons
            .filter(({ outcome }) => outcome === "excluded")
            .map((row) => (
              <Row
                key={`${row.channel} ${row.reason}`}
                name={`${row.label} (${channels[row.channel].toLowerCase()})`}
                count={row.count}
              />
            ))}
        </dl>
      )}
    </AdminSection>
  );
}

function Row({ name, count, isTotal = false }: { name: string; count: number; isTotal?: boolean }) {
  return (
    <div className="flex justify-between gap-4 border-b border-rule py-2.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className={classNames("tabular-nums", isTotal && "font-medium")}>{formatCount(count)}</dd>
    </div>
  );
}

function See({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="quiet" size="sm" className="-my-2" onClick={onPress}>
      {texts.why.see}
    </Button>
  );
}
