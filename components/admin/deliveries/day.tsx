"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "@/components/ui/icons";
import { BarList } from "@/components/data/chart/bar-list";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { deliveryDay, type PeopleFilter } from "@/lib/client/admin/deliveries";
import { formatShare } from "@/lib/contracts/admin/money-format";
import type { DeliveryDayView, DeliveryReason } from "@/lib/contracts/admin/deliveries";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { deliveriesMessages as texts } from "@/lib/messages/admin/deliveries";
import { formatCount } from "@/lib/messages/counts";
import { Loaded } from "../shell/loaded";
import { AdminSection } from "../shell/page";
import { addFigures } from "./format";
import { Visits } from "./visits";
import { WhatWasSent } from "./what-was-sent";
import { ZoneTable } from "./zone-table";

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
      title={formatLongWeekdayMonthDay(date)}
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
      aria-label={label(date === undefined ? texts.day.nonePlain : formatLongWeekdayMonthDay(date))}
      onClick={() => date !== undefined && go(date)}
    >
      <Icon size={16} strokeWidth={1.6} />
    </Button>
  );
}

type Show = Pick<DayProps, "onShowPeople">;

function DayFigures({ day, onShowPeople }: { day: DeliveryDayView } & Show) {
  if (day.isDayOff) return <p className="text-ink-2">{texts.day.dayOff}</p>;
  const total = addFigures(...day.zones.flatMap(({ email, sms }) => [email, sms]));
  const emails = addFigures(...day.zones.map(({ email }) => email));
  const isNone = total.toSend + total.excluded === 0;
  if (isNone && day.zones.every(({ state }) => state === "nobody")) {
    return <p className="text-ink-2">{texts.day.none}</p>;
  }
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
          detail:
            row.outcome === "missed"
              ? `${texts.outcomes.missed}, ${channels[row.channel].toLowerCase()}`
              : channels[row.channel],
          value: formatCount(row.count),
          share: formatShare(row.count / count),
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

/** What people texted back. */
function Replies({ replies }: { replies: NonNullable<DeliveryDayView["replies"]> }) {
  return (
    <AdminSection
      id="replies"
      title={texts.replies.title}
      action={<span className="text-small text-ink-3">{texts.replies.when}</span>}
    >
      <dl className="border-t border-rule text-label">
        {(["stops", "stories", "others"] as const).map((name) => (
          <div key={name} className="flex justify-between gap-4 border-b border-rule py-2.5">
            <dt className="text-ink-2">{texts.replies[name]}</dt>
            <dd className="font-medium tabular-nums">{formatCount(replies[name])}</dd>
          </div>
        ))}
      </dl>
    </AdminSection>
  );
}
