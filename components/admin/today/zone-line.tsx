import { classNames } from "@/components/ui/class-names";
import type { TodaySlot, TodayView } from "@/lib/contracts/admin/today";
import { formatTimeIn } from "@/lib/calendar/format";
import { briefingStateMessages } from "@/lib/messages/admin/briefing-state";
import { todayMessages } from "@/lib/messages/admin/today";
import { percentOf, shareSent } from "./describe";

const texts = todayMessages.table;

/**
 * One slot as a line: accent is delivered, gray accepted, red failed or missed, and the rest pending. A slot
 * that sent nothing is only an outline.
 */
export function ProgressLine({ slot }: { slot: TodaySlot }) {
  const { toSend, delivered, accepted, failed, missed, state } = slot;
  if (state === "nothing_sent") {
    return (
      <div className="state-mark h-[7px] border border-alarm forced-colors:border-dashed">
        <span className="sr-only">{briefingStateMessages.zones.nothing_sent}</span>
      </div>
    );
  }
  const parts = [
    { key: "delivered", count: delivered, tone: "bg-accent" },
    { key: "accepted", count: accepted, tone: "bg-chart-3" },
    { key: "failed", count: failed + missed, tone: "min-w-0.5 bg-alarm" },
  ];
  return (
    <div
      className={classNames(
        "state-mark flex overflow-hidden bg-rule",
        state === "sending" ? "h-[7px]" : "h-[3px]",
      )}
    >
      <span className="sr-only">
        {state === "nobody"
          ? briefingStateMessages.zones.nobody
          : texts.percent(percentOf(shareSent(slot)))}
      </span>
      {parts.map(
        ({ key, count, tone }) =>
          count > 0 && (
            <span
              key={key}
              style={{ width: `${(count / Math.max(1, toSend)) * 100}%` }}
              className={classNames("flex-none transition-[width] duration-200", tone)}
            />
          ),
      )}
    </div>
  );
}

/** When a slot starts and is done, as a mark on the time from the first window to the last. */
export function PlanLine({
  slot,
  span,
  timezone,
}: {
  slot: TodaySlot;
  span: readonly [fromMs: number, toMs: number];
  timezone: string;
}) {
  const [from, to] = span;
  const start = Date.parse(slot.opensAt);
  const end = slot.doneAt === null ? Date.parse(slot.closesAt) : Date.parse(slot.doneAt);
  const place = (ms: number) => ((ms - from) / (to - from)) * 100;
  const timeOf = (ms: number) => formatTimeIn(new Date(ms), timezone);
  return (
    <div className="state-mark relative h-[3px] bg-rule forced-colors:bg-[GrayText]">
      <span className="sr-only">{texts.windowAt(timeOf(start), timeOf(end))}</span>
      <span
        style={{ left: `${place(start)}%`, width: `${Math.max(0, place(end) - place(start))}%` }}
        className={classNames(
          "absolute -top-0.5 h-[7px] min-w-1.5",
          slot.isLate ? "bg-alarm" : "bg-accent",
        )}
      />
    </div>
  );
}

/** Half an hour before the first window to half an hour after the last promised time. */
export function spanOf(slots: TodayView["slots"]): readonly [number, number] {
  const marginMs = 30 * 60_000;
  return [
    Math.min(...slots.map(({ opensAt }) => Date.parse(opensAt))) - marginMs,
    Math.max(...slots.map(({ promisedAt }) => Date.parse(promisedAt))) + marginMs,
  ];
}

/** The words beside a slot's time. */
export function doneNote(slot: TodaySlot, now: string, timezone: string): string {
  const { state, doneAt, isLate, opensAt, promisedAt } = slot;
  if (state === "sending") {
    if (slot.isOnHold) return texts.onHold;
    if (isLate) return texts.late;
    if (doneAt === null) return texts.never;
    const minutes = Math.round((Date.parse(doneAt) - Date.parse(now)) / 60_000);
    return minutes < 1 ? texts.inSeconds : texts.inMinutes(minutes);
  }
  if (state !== "waiting") return briefingStateMessages.zones[state].toLowerCase();
  if (opensAt <= now) return texts.waiting;
  if (isLate) return texts.late;
  if (doneAt === null) return texts.never;
  const spareMs = Date.parse(promisedAt) - Date.parse(doneAt);
  if (slot.channel === "email" && spareMs >= 60_000) {
    return texts.toSpare(Math.floor(spareMs / 60_000));
  }
  return texts.from(formatTimeIn(new Date(opensAt), timezone));
}
