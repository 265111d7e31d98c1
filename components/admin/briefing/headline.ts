import type { TodayZone } from "@/lib/contracts/admin/today";
import type { MessageState, ZoneState } from "@/lib/contracts/briefing-state";
import { shortTimezone } from "@/lib/contracts/timezones";
import { briefingStateMessages } from "@/lib/messages/admin/briefing-state";

const texts = briefingStateMessages.headings;
const list = new Intl.ListFormat("en-US");

/** The progress of a day's briefing. */
export type BriefingUnderWay = {
  /** The server's clock, as an ISO instant. */
  now: string;
  message: MessageState;
  zones: readonly TodayZone[];
};

/** `London and Eastern`. */
export const zoneNames = (zones: readonly Pick<TodayZone, "timezone">[]): string =>
  list.format([...new Set(zones.map(({ timezone }) => shortTimezone(timezone)))]);

const isOpen = ({ opensAt, closesAt }: TodayZone, now: string) => opensAt <= now && now < closesAt;

/** The zones that today's message still reaches if it's activated. */
export const zonesToGo = ({ zones }: BriefingUnderWay): TodayZone[] =>
  zones.filter(({ state }) => state === "waiting");

/** Whether remaining zones are waiting for a message that can go out. */
export function isBlocked(briefing: BriefingUnderWay): boolean {
  return briefing.message !== "active" && zonesToGo(briefing).length > 0;
}

/** The state of the day's briefing in one sentence: problems first, then progress. */
export function headlineOf(
  { now, message, zones }: BriefingUnderWay,
  sendingText: (zones: string, isMany: boolean) => string = texts.sending,
): { text: string; isAlarm: boolean } {
  const of = (state: ZoneState) => zones.filter((zone) => zone.state === state);
  const missedBy = (some: readonly TodayZone[]) =>
    some.reduce((sum, { missedPeople }) => sum + missedPeople, 0);
  const say = (
    some: readonly TodayZone[],
    text: (names: string, isMany: boolean, missed: number) => string,
    isAlarm = false,
  ) => ({ text: text(zoneNames(some), some.length > 1, missedBy(some)), isAlarm });
  const nothing = of("nothing_sent");
  if (nothing.length > 0) {
    return say(nothing, (names, _, missed) => texts.nothingSent(names, missed), true);
  }
  const open = of("waiting").filter((zone) => isOpen(zone, now));
  if (open.length > 0 && message !== "active") {
    return { text: texts.blocked[message], isAlarm: true };
  }
  if (of("sending").length > 0) return say(of("sending"), sendingText);
  if (of("done_with_misses").length > 0) return say(of("done_with_misses"), texts.missed, true);
  if (of("done").length > 0) return say(of("done"), texts.done);
  return open.length > 0 ? say(open, texts.starting) : say(of("nobody"), texts.nobody);
}
