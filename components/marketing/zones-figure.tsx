"use client";

import { useSyncExternalStore } from "react";
import { cityHere, offsetHere } from "@/lib/calendar/zones";
import { homeMessages } from "@/lib/messages/site";
import { zoneHours, type Season } from "./zone-hours";

const axis = [6, 8, 10, 12, 14, 16, 18];
const axisStart = 6;
const axisSpan = 14;

const captions: Record<Season, string> = {
  winter: "Hours in UTC (winter)",
  summer: "Hours in UTC (summer)",
  mixed: "Hours in UTC (this week)",
};

declare module "react" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can extend one that exists
  interface CSSProperties {
    /** Where a bar ends, as a share of its track. */
    "--at"?: string;
  }
}

const row = "grid grid-cols-[5rem_minmax(0,1fr)] sm:grid-cols-[8.5rem_minmax(0,1fr)]";

/**
 * 8:00 in each of the five zones on one scale: the hours where the reader is, or UTC until scripts run.
 *
 * @param localDate the day (YYYY-MM-DD) to show
 */
export function ZonesFigure({ localDate }: { localDate: string }) {
  const { hours, season } = zoneHours(localDate);
  const noon = new Date(`${localDate}T12:00:00Z`);
  const offset = useSyncExternalStore(
    neverChanges,
    () => offsetHere(noon),
    () => null,
  );
  const hourAt = (utcHour: number) => clockOf(utcHour * 60 + (offset ?? 0));
  return (
    <figure className="mt-16">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-ink pb-3">
        <span className="font-medium">{homeMessages.zonesTitle}</span>
        <span className="text-small text-ink-3">
          {offset === null ? captions[season] : homeMessages.hoursHere(cityHere())}
        </span>
      </figcaption>
      {hours.map(({ name, abbreviation, utcHour }) => (
        <div
          key={name}
          className={`${row} h-11 items-center border-b border-rule text-label`}
          style={{ "--at": `${((utcHour - axisStart) / axisSpan) * 100}%` }}
        >
          <span>
            {name} <span className="text-ink-3 max-sm:hidden">{abbreviation}</span>
          </span>
          <span className="relative h-full bg-[linear-gradient(to_right,var(--color-rule)_1px,transparent_1px)] bg-size-[calc(100%/7)_100%]">
            <span
              aria-hidden="true"
              className="absolute top-1/2 left-0 -mt-[1.5px] w-(--at) border-t-[3px] border-accent"
            />
            <span className="absolute top-1/2 left-[min(var(--at)_+_.375rem,100%_-_3rem)] -translate-y-1/2 bg-paper px-1 font-medium whitespace-nowrap tabular-nums">
              8:00
              <span className="sr-only">
                {" "}
                is {hourAt(utcHour)} {offset === null ? "UTC" : homeMessages.yourTime}
              </span>
            </span>
          </span>
        </div>
      ))}
      <div aria-hidden="true" className={`${row} pt-2 text-fine leading-4 text-ink-3 tabular-nums`}>
        <span />
        <span className="grid grid-cols-7">
          {axis.map((hour) => (
            <span key={hour}>{hourAt(hour).replace(/:00$/, "").padStart(2, "0")}</span>
          ))}
        </span>
      </div>
    </figure>
  );
}

const neverChanges = () => () => {};

/** Minutes after midnight as `13:00`, of the day before or after, too. */
function clockOf(minutes: number): string {
  const ofDay = (minutes + 2 * 1_440) % 1_440;
  return `${Math.floor(ofDay / 60)}:${String(ofDay % 60).padStart(2, "0")}`;
}
