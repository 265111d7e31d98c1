"use client";

import { SiteLink } from "@/components/layout/site-link";
import { classNames } from "@/components/ui/class-names";
import { deliveriesAddress, type Outcome } from "@/lib/contracts/admin/deliveries";
import type { TodaySlot, TodayView, TodayZone } from "@/lib/contracts/admin/today";
import { formatTimeIn } from "@/lib/calendar/format";
import { cityOf } from "@/lib/calendar/zones";
import { formatCount } from "@/lib/messages/counts";
import { briefingStateMessages } from "@/lib/messages/admin/briefing-state";
import { todayMessages } from "@/lib/messages/admin/today";
import { addFigures } from "../deliveries/format";
import { isUpcoming, zoneName } from "./describe";
import { doneNote, PlanLine, ProgressLine, spanOf } from "./zone-line";

const texts = todayMessages.table;

type Zone = TodayZone & { slots: TodaySlot[] };

const allOutcomes = ["accepted", "delivered", "pending", "excluded", "failed", "missed"] as const;
const planOutcomes = ["excluded"] as const;

type Props = { today: TodayView; timezone: string };

/** The zones with a line for each channel: a table on wide screens, blocks on narrow ones. */
export function ZoneLines({ today, timezone }: Props) {
  const zones = today.zones.map((zone): Zone => ({
    ...zone,
    slots: today.slots.filter((slot) => slot.timezone === zone.timezone),
  }));
  const parts = { today, timezone, zones, isPlan: isUpcoming(today) };
  return (
    <>
      <WideTable {...parts} />
      <Blocks {...parts} />
    </>
  );
}

type Parts = Props & { zones: readonly Zone[]; isPlan: boolean };

const cell = "py-1.5 pl-4 text-right whitespace-nowrap tabular-nums";

function WideTable({ today, timezone, zones, isPlan }: Parts) {
  const outcomes = isPlan ? planOutcomes : allOutcomes;
  const span = spanOf(today.slots);
  return (
    <table className="hidden w-full table-fixed border-collapse border-t-[3px] border-ink text-label leading-5 min-[72rem]:table">
      <caption className="sr-only">{texts.caption}</caption>
      <thead>
        <tr className="border-b border-ink text-fine text-ink-3 [&>th]:py-2.5 [&>th]:font-medium">
          <th scope="col" className="w-36 text-left">
            {texts.zone}
          </th>
          <th scope="col" className="w-13">
            <span className="sr-only">{texts.channel}</span>
          </th>
          <th scope="col">
            <span className="sr-only">{texts.progress}</span>
          </th>
          <th scope="col" className="w-20 pl-4 text-right">
            {texts.toSend}
          </th>
          {outcomes.map((outcome) => (
            <th
              key={outcome}
              scope="col"
              className={classNames("pl-4 text-right", outcome === "accepted" ? "w-26" : "w-20")}
            >
              {texts[outcome]}
            </th>
          ))}
          {isPlan && (
            <th scope="col" className="w-24 pl-4 text-right">
              {texts.starts}
            </th>
          )}
          <th scope="col" className={classNames("pl-4 text-left", isPlan ? "w-52" : "w-49")}>
            {texts.doneBy}
          </th>
        </tr>
      </thead>
      {zones.map((zone) => (
        <tbody key={zone.timezone} className="border-b border-rule">
          {zone.slots.map((slot, index) => (
            <tr
              key={slot.channel}
              className="first:[&>*]:pt-3 last:[&>*]:pb-3 last:[&>*:not(th)]:pb-3"
            >
              {index === 0 && (
                <th
                  scope="rowgroup"
                  rowSpan={zone.slots.length}
                  className="pt-3 pb-3 text-left align-top font-normal"
                >
                  <ZoneName zone={zone} timezone={timezone} />
                </th>
              )}
              <td className="py-1.5 text-small text-ink-3">
                {todayMessages.channels[slot.channel]}
              </td>
              <td className="py-1.5">
                {isPlan ? (
                  <PlanLine slot={slot} span={span} timezone={timezone} />
                ) : (
                  <ProgressLine slot={slot} />
                )}
              </td>
              <td className={cell}>{formatCount(slot.toSend)}</td>
              {outcomes.map((outcome) => (
                <td key={outcome} className={cell}>
                  <CountLink date={today.date} slot={slot} outcome={outcome} isPlan={isPlan} />
                </td>
              ))}
              {isPlan && <td className={cell}>{formatTimeIn(new Date(slot.opensAt), timezone)}</td>}
              <td className="py-1.5 pl-4 whitespace-nowrap tabular-nums">
                <DoneBy slot={slot} now={today.now} timezone={timezone} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr className="border-b border-ink font-medium [&>*]:py-3">
          <th scope="row" colSpan={3} className="text-left font-medium">
            {texts.allZones}
          </th>
          <td className={cell}>{formatCount(addFigures(...today.slots).toSend)}</td>
          {outcomes.map((outcome) => (
            <td key={outcome} className={cell}>
              {formatCount(addFigures(...today.slots)[outcome])}
            </td>
          ))}
          <td colSpan={isPlan ? 2 : 1}>&nbsp;</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Blocks({ today, timezone, zones, isPlan }: Parts) {
  const span = spanOf(today.slots);
  const isLive = ({ state }: Zone) => Number(state === "sending" || state === "nothing_sent");
  const liveFirst = zones.toSorted((a, b) => isLive(b) - isLive(a));
  return (
    <div className="border-t-[3px] border-b border-t-ink border-b-ink min-[72rem]:hidden">
      {liveFirst.map((zone) => (
        <section
          key={zone.timezone}
          aria-label={zoneName(zone)}
          className="border-b border-rule py-3.5"
        >
          <div className="mb-1 flex items-baseline justify-between gap-4">
            <ZoneName zone={zone} timezone={timezone} />
          </div>
          {zone.slots.map((slot) => (
            <div
              key={slot.channel}
              className="mt-2.5 grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 text-label leading-5 first-of-type:mt-0"
            >
              <span className="text-small text-ink-3">{todayMessages.channels[slot.channel]}</span>
              {isPlan ? (
                <PlanLine slot={slot} span={span} timezone={timezone} />
              ) : (
                <ProgressLine slot={slot} />
              )}
              <span className="min-w-41 text-right tabular-nums">
                <DoneBy slot={slot} now={today.now} timezone={timezone} />
              </span>
              <Numbers slot={slot} className="col-span-2 col-start-2" />
            </div>
          ))}
        </section>
      ))}
      <div className="py-3.5">
        <p className="font-medium">{texts.allZones}</p>
        <Numbers slot={addFigures(...today.slots)} />
      </div>
    </div>
  );
}

type Counts = Pick<TodaySlot, "toSend" | Outcome>;

/** The numbers of a slot in one line, without zeros. */
function Numbers({ slot, className }: { slot: Counts; className?: string }) {
  const isUnsent = slot.pending === slot.toSend;
  const names = isUnsent
    ? (["toSend", "excluded"] as const)
    : (["delivered", "accepted", "pending", "failed", "missed", "excluded"] as const);
  return (
    <p
      className={classNames(
        "flex flex-wrap gap-x-3.5 text-fine text-ink-3 tabular-nums",
        className,
      )}
    >
      {names
        .filter((name) => slot[name] > 0)
        .map((name) => (
          <span
            key={name}
            className={name === "failed" || name === "missed" ? "text-alarm" : undefined}
          >
            <b className="font-medium text-ink-2 in-[.text-alarm]:text-alarm">
              {formatCount(slot[name])}
            </b>{" "}
            {texts[name].toLowerCase()}
          </span>
        ))}
    </p>
  );
}

function ZoneName({ zone, timezone }: { zone: Zone; timezone: string }) {
  const [first] = zone.slots;
  const local = first ? formatTimeIn(new Date(first.promisedAt), timezone) : "";
  const isNothing = zone.state === "nothing_sent";
  const isMarked = isNothing || zone.state === "sending";
  return (
    <>
      <b className="block font-medium">
        {isMarked && (
          <span
            aria-hidden="true"
            className={classNames(
              "state-mark mr-2 inline-block size-2 rounded-full align-baseline",
              isNothing ? "border-[1.5px] border-alarm" : "bg-accent",
            )}
          />
        )}
        {zoneName(zone)}
      </b>
      <span className={classNames("block text-fine", isNothing ? "text-alarm" : "text-ink-3")}>
        {zone.missedPeople > 0
          ? briefingStateMessages.missed(zone.missedPeople)
          : isMarked
            ? briefingStateMessages.zones[zone.state]
            : texts.localHour(local, cityOf(timezone))}
      </span>
    </>
  );
}

function CountLink({
  date,
  slot,
  outcome,
  isPlan,
}: {
  date: string;
  slot: TodaySlot;
  outcome: Outcome;
  isPlan: boolean;
}) {
  const count = slot[outcome];
  if (count === 0) return <span className="text-ink-3">0</span>;
  const isBad = outcome === "failed" || outcome === "missed";
  if (isPlan || (!isBad && outcome !== "excluded")) return formatCount(count);
  const query = new URLSearchParams({
    date,
    channel: slot.channel,
    timezone: slot.timezone,
    outcome,
  });
  return (
    <SiteLink
      href={`${deliveriesAddress}?${query}`}
      className={classNames(isBad && "font-medium text-alarm")}
    >
      {formatCount(count)}
    </SiteLink>
  );
}

function DoneBy({ slot, now, timezone }: { slot: TodaySlot; now: string; timezone: string }) {
  const { state, doneAt } = slot;
  const time = doneAt && slot.toSend > 0 && formatTimeIn(new Date(doneAt), timezone);
  const isUnderWay = state === "waiting" || state === "sending";
  const isMissed = state === "nothing_sent" || state === "done_with_misses";
  const isAlarm =
    isMissed ||
    slot.isLate ||
    (isUnderWay && (!doneAt || slot.isOnHold || (state === "waiting" && slot.opensAt <= now)));
  return (
    <>
      {time && <b className="font-medium">{time}</b>}
      <span
        className={classNames("text-fine", time && "ml-2", isAlarm ? "text-alarm" : "text-ink-3")}
      >
        {doneNote(slot, now, timezone)}
      </span>
    </>
  );
}
