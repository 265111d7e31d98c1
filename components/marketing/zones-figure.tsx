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
 * 8:00 in each of the five zones on one scale of UTC hours.
 *
 * @param localDate the day (YYYY-MM-DD) to show
 */
export function ZonesFigure({ localDate }: { localDate: string }) {
  const { hours, season } = zoneHours(localDate);
  return (
    <figure className="mt-16">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-ink pb-3">
        <span className="font-medium">{homeMessages.zonesTitle}</span>
        <span className="text-small text-ink-3">{captions[season]}</span>
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
              <span className="sr-only"> is {utcHour}:00 UTC</span>
            </span>
          </span>
        </div>
      ))}
      <div aria-hidden="true" className={`${row} pt-2 text-fine leading-4 text-ink-3 tabular-nums`}>
        <span />
        <span className="grid grid-cols-7">
          {axis.map((hour) => (
            <span key={hour}>{String(hour).padStart(2, "0")}</span>
          ))}
        </span>
      </div>
    </figure>
  );
}
