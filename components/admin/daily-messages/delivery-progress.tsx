import { useQuery } from "@tanstack/react-query";
import { deliveryProgress, isSending } from "@/lib/client/daily-messages";
import type { ZoneProgress } from "@/lib/contracts/briefings";
import { timezones } from "@/lib/contracts/timezones";
import { briefingPreviewMessages, editorCalendarMessages } from "@/lib/messages/briefings";
import { formatCount } from "@/lib/messages/counts";
import { formatDuration, shortDay } from "./days";

const messages = editorCalendarMessages;
const conjunction = new Intl.ListFormat("en-US", { type: "conjunction" });

/** How far each zone's delivery is, and which zones an edit still reaches. Empty outside delivery windows. */
export function DeliveryProgress({ date }: { date: string }) {
  const { data } = useQuery(deliveryProgress(date));
  if (!data) return null;
  const { now, zones } = data;
  const isUnderWay =
    zones.some((zone) => zone.hasStarted || zone.opensAt <= now) &&
    zones.some((zone) => !zone.isClosed);
  if (!isUnderWay) return null;
  return (
    <section aria-labelledby="sending-now" className="mb-8 border-t border-ink pt-4">
      <h2 id="sending-now" className="text-h3">
        {messages.sendingNow(shortDay(date))}
      </h2>
      <p className="mt-1 text-label text-ink-2">{reachOfEdit(zones)}</p>
      <ul className="mt-4 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-5">
        {zones.map((zone) => (
          <li key={zone.timezone} className="border-t border-rule py-3">
            <h3 className="font-sans text-label font-medium">{labelOf(zone)}</h3>
            <p className="text-small text-ink-3 tabular-nums">{stateOf(zone, now)}</p>
            {zone.hasStarted && (
              <div className="mt-2 grid gap-2">
                <Bar name={briefingPreviewMessages.email} zone={zone} counts={zone.email} />
                <Bar name={briefingPreviewMessages.text} zone={zone} counts={zone.sms} />
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
            ? messages.noRecipients
            : messages.progress(formatCount(finalized), formatCount(planned))}
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
  if (isSending(zone)) return messages.sending;
  if (zone.hasStarted) return zone.isClosed ? messages.closed : messages.sentSoFar;
  if (zone.isClosed) return messages.closedEmpty;
  const untilMs = Date.parse(zone.opensAt) - Date.parse(now);
  return untilMs > 0 ? messages.startsIn(formatDuration(untilMs)) : messages.startsWhenActive;
}

function reachOfEdit(zones: readonly ZoneProgress[]): string {
  const reached = zones.filter((zone) => !zone.hasStarted && !zone.isClosed).map(shortLabelOf);
  if (reached.length === 0) return messages.editTooLate;
  if (reached.length === zones.length) return messages.editReachesAll;
  return messages.editReaches(conjunction.format(reached));
}

/** `Eastern Time (ET)` → `Eastern`. */
function shortLabelOf(zone: ZoneProgress): string {
  return labelOf(zone).replace(/ (?:Time )?\(.*$/, "");
}
