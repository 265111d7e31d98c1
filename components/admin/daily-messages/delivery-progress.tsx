import { useQuery } from "@tanstack/react-query";
import { isGoingOut, deliveryProgress } from "@/lib/client/daily-messages";
import type { ZoneProgress } from "@/lib/contracts/briefings";
import { timezones } from "@/lib/contracts/timezones";
import { shortDay, waitingTime } from "./days";

/** While a date's briefing goes out: how far each zone is, and which an edit would still reach. */
export function DeliveryProgress({ date }: { date: string }) {
  const { data } = useQuery(deliveryProgress(date));
  if (!data) return null;
  const { now, zones } = data;
  const isUnderWay =
    zones.some((zone) => zone.hasStarted || zone.opensAt <= now) &&
    zones.some((zone) => !zone.isClosed);
  if (!isUnderWay) return null;
  return (
    <section aria-labelledby="going-out" className="mb-8 border-t border-ink pt-4">
      <h2 id="going-out" className="text-h3">
        Going out now: {shortDay(date)}
      </h2>
      <p className="mt-1 text-label text-ink-2">{reachOfEdit(zones)}</p>
      <ul className="mt-4 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-5">
        {zones.map((zone) => (
          <li key={zone.timezone} className="border-t border-rule py-3">
            <h3 className="font-sans text-label font-medium">{labelOf(zone)}</h3>
            <p className="text-small text-ink-3 tabular-nums">{stateOf(zone, now)}</p>
            {zone.hasStarted && (
              <div className="mt-2 grid gap-2">
                <Bar name="Email" zone={zone} counts={zone.email} />
                <Bar name="Text" zone={zone} counts={zone.sms} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type BarProps = { name: string; zone: ZoneProgress; counts: ZoneProgress["email"] };

function Bar({ name, zone, counts: { planned, finalized } }: BarProps) {
  const share = planned === 0 ? 0 : finalized / planned;
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-2 text-small tabular-nums">
        <span>{name}</span>
        <span className="text-ink-2">
          {planned === 0
            ? "nobody yet"
            : `${finalized.toLocaleString("en-US")} of ${planned.toLocaleString("en-US")}`}
        </span>
      </div>
      <progress
        className="sr-only"
        aria-label={`${name}, ${labelOf(zone)}`}
        max={Math.max(planned, 1)}
        value={finalized}
      />
      <div aria-hidden="true" className="h-[3px] bg-rule">
        <div
          className="h-full origin-left bg-accent transition-transform duration-[220ms]"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}

function labelOf({ timezone }: ZoneProgress): string {
  return timezones.find(({ value }) => value === timezone)?.label ?? timezone;
}

function stateOf(zone: ZoneProgress, now: string): string {
  if (isGoingOut(zone)) return "Going out";
  if (zone.hasStarted) return zone.isClosed ? "Closed" : "Sent so far";
  if (zone.isClosed) return "Closed, nothing sent";
  const untilMs = Date.parse(zone.opensAt) - Date.parse(now);
  return untilMs > 0 ? `Begins in ${waitingTime(untilMs)}` : "Begins with an active message";
}

function reachOfEdit(zones: readonly ZoneProgress[]): string {
  const reached = zones.filter((zone) => !zone.hasStarted && !zone.isClosed).map(shortLabelOf);
  if (reached.length === 0) return "An edit now reaches nobody any more.";
  if (reached.length === zones.length) return "An edit now reaches every zone.";
  return `An edit now still reaches ${listed(reached)}. The others keep what they have.`;
}

/** `Eastern Time (ET)` → `Eastern`. */
function shortLabelOf(zone: ZoneProgress): string {
  return labelOf(zone).replace(/ (?:Time )?\(.*$/, "");
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);
}
