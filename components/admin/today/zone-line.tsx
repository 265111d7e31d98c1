import { classNames } from "@/components/ui/class-names";
import type { TodaySlot, TodayView } from "@/lib/contracts/admin/today";
import { formatTimeIn } from "@/lib/calendar/format";
import { todayMessages } from "@/lib/messages/admin/today";
import { percentOf, shareSent } from "./describe";

const texts = todayMessages.table;

/** One slot as a line: accent is delivered, gray accepted, red failed or missed, and the rest pending. */
export function ProgressLine({ slot }: { slot: TodaySlot }) {
  const { toSend, delivered, accepted, failed, missed } = slot;
  const parts = [
    { key: "delivered", count: delivered, tone: "bg-accent" },
    { key: "accepted", count: accepted, tone: "bg-chart-3" },
    { key: "failed", count: failed + missed, tone: "min-w-0.5 bg-alarm" },
  ];
  return (
    <div
      className={classNames(
        "flex overflow-hidden bg-rule",
        slot.state === "sending" ? "h-[7px]" : "h-[3px]",
      )}
    >
      <span className="sr-only">{texts.percent(percentOf(shareSent(slot)))}</span>
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
    <div className="relative h-[3px] bg-rule">
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
  const { state, doneAt, isLate, opensAt, promisedAt, toSend } = slot;
  if (state === "done") return texts.done;
  if (slot.isOnHold && state === "sending") return texts.onHold;
  if (toSend === 0) return "";
  if (isLate) return texts.late;
  if (doneAt === null) return texts.never;
  if (state === "waiting") {
    const spareMs = Date.parse(promisedAt) - Date.parse(doneAt);
    if (slot.channel === "email" && spareMs >= 60_000) {
      return texts.toSpare(Math.floor(spareMs / 60_000));
    }
    return texts.from(formatTimeIn(new Date(opensAt), timezone));
  }
  const minutes = Math.round((Date.parse(doneAt) - Date.parse(now)) / 60_000);
  return minutes < 1 ? texts.inSeconds : texts.inMinutes(minutes);
}
