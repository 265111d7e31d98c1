"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { Definition } from "@/components/data/definition";
import { Figure, Figures } from "@/components/data/figure";
import { EmptyState } from "@/components/ui/empty-state";
import { classNames } from "@/components/ui/class-names";
import { deliveryPeriod, type PeopleFilter } from "@/lib/client/admin/deliveries";
import {
  dayParamsSchema,
  deliveriesAddress,
  peopleQuerySchema,
  periodDays,
  type DeliveryPeriodView,
} from "@/lib/contracts/admin/deliveries";
import { formatShortWeekdayMonthDay } from "@/lib/calendar/format";
import { deliveriesMessages as texts } from "@/lib/messages/admin/deliveries";
import { countOf, formatCount } from "@/lib/messages/counts";
import { Loaded } from "../shell/loaded";
import { AdminPage } from "../shell/page";
import { Day } from "./day";
import { Domains } from "./domains";
import { addFigures, formatRate } from "./format";
import { People } from "./people";
import { PeriodCharts } from "./period-charts";

/** The address says what is shown, so it can be shared and Back works. */
type Shown = { days: number; date: string | null; filter: PeopleFilter | null };

function readShown(parameters: URLSearchParams): Shown {
  const given = Object.fromEntries(parameters);
  const days = periodDays.find((each) => String(each) === given["days"]) ?? 90;
  const date = dayParamsSchema.safeParse({ date: given["date"] }).data?.date ?? null;
  const filter = peopleQuerySchema
    .pick({ channel: true, timezone: true, outcome: true, reason: true })
    .safeParse(given).data;
  return { days, date, filter: filter && Object.keys(filter).length > 0 ? filter : null };
}

/** How deliveries ended, by day and channel; a day, its zones and reasons; and the people behind them. */
export function DeliveriesScreen() {
  const router = useRouter();
  const shown = readShown(new URLSearchParams(useSearchParams()));
  const query = useQuery(deliveryPeriod(shown.days));
  const show = ({ days, date, filter }: Shown) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(filter ?? {})) {
      if (value !== undefined) parameters.set(name, value);
    }
    if (days !== 90) parameters.set("days", String(days));
    if (date !== null) parameters.set("date", date);
    router.push(`${deliveriesAddress}?${parameters}`, { scroll: false });
  };
  return (
    <AdminPage
      title={texts.title}
      action={
        <PeriodChoice
          days={shown.days}
          onChange={(days) => show({ days, date: null, filter: null })}
        />
      }
    >
      <Loaded query={query} label={texts.loading} shape="figures">
        {(period) => <Period period={period} shown={shown} show={show} />}
      </Loaded>
    </AdminPage>
  );
}

function PeriodChoice({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  return (
    <fieldset aria-label={texts.periodLabel} className="flex">
      {periodDays.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === days}
          onClick={() => onChange(each)}
          className={classNames(
            "-ml-px min-h-9 border border-ink px-3.5 text-small font-medium whitespace-nowrap first:rounded-l-[3px] last:rounded-r-[3px] max-md:min-h-11",
            each === days ? "state-mark bg-ink text-on-ink" : "hover:bg-well",
          )}
        >
          {texts.periods[each]}
        </button>
      ))}
    </fieldset>
  );
}

type PeriodProps = { period: DeliveryPeriodView; shown: Shown; show: (shown: Shown) => void };

function Period({ period, shown, show }: PeriodProps) {
  const over = period.days.filter(({ isOver }) => isOver);
  const dates = period.days.map((day) => day.date);
  const date = shown.date ?? over.at(-1)?.date ?? dates.at(-1);
  if (date === undefined)
    return <EmptyState title={texts.empty.title}>{texts.empty.text}</EmptyState>;
  const last = over.at(-1)?.date ?? period.to;
  return (
    <>
      <p className="mt-1 text-small text-ink-3">
        {texts.period(shown.days, formatShortWeekdayMonthDay(last))} {texts.todayCounts}
      </p>
      <PeriodFigures days={over} bounces={period.bounces} />
      {over.length > 0 && (
        <PeriodCharts
          days={over}
          onSelect={(selected) => show({ ...shown, date: selected, filter: null })}
        />
      )}
      <Day
        date={date}
        dates={dates}
        onSelect={(selected) => show({ ...shown, date: selected, filter: null })}
        onShowPeople={(filter) => show({ ...shown, date, filter })}
      />
      {shown.filter && (
        <People
          key={JSON.stringify([date, shown.filter])}
          date={date}
          filter={shown.filter}
          onClose={() => show({ ...shown, date, filter: null })}
        />
      )}
      <Domains days={shown.days} />
    </>
  );
}

function PeriodFigures({ days, bounces }: Pick<DeliveryPeriodView, "days" | "bounces">) {
  const { delivered, toSend, accepted, pending, failed, missed } = addFigures(
    ...days.flatMap(({ email, sms }) => [email, sms]),
  );
  const { figures } = texts;
  const unconfirmed = formatCount(accepted + pending);
  return (
    <Figures columns={4} className="mt-6">
      <Figure
        label={
          <Definition
            label={figures.delivered}
            text={figures.deliveredHow}
            sum={[
              [figures.confirmed, formatCount(delivered)],
              [texts.outcomes.accepted, unconfirmed],
              [texts.outcomes.failed, formatCount(failed)],
              [texts.outcomes.missed, formatCount(missed)],
              [figures.toSend, formatCount(toSend)],
            ]}
            total={[figures.delivered, formatRate(delivered, toSend)]}
          />
        }
        value={formatRate(delivered, toSend)}
        note={figures.deliveredNote(
          formatCount(delivered),
          countOf(days.length, "day"),
          unconfirmed,
        )}
      />
      <Figure
        label={figures.failed}
        value={formatRate(failed, toSend, 2)}
        note={figures.failedNote(formatCount(failed))}
      />
      <Figure label={figures.missed} value={formatCount(missed)} note={figures.missedNote} />
      <Figure
        label={figures.bounces}
        value={formatCount(bounces.hard + bounces.soft)}
        note={figures.bouncesNote(bounces.hard, bounces.soft, bounces.complaints)}
      />
    </Figures>
  );
}
