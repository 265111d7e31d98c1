import { Temporal } from "temporal-polyfill";
import type { Channel } from "@/lib/contracts/primitives";
import { timezoneNames } from "@/lib/contracts/timezones";
import { claimToCallMs, holdoverCutoffMs } from "./allowed";
import { overlaps, staysOf, type Person, type Span } from "./timeline";

/** When a date's briefing may be sent in a zone. */
export type Window = Span & { timezone: string };

const known = new Map<string, Window>();

/** 8:00 to 10:00 local, email from a little earlier (docs/product-spec.md); not the service's own code. */
export function windowOf(
  localDate: string,
  timezone: string,
  channel: Channel,
  emailLeadMinutes: number,
): Window {
  const key = `${localDate} ${timezone} ${channel} ${emailLeadMinutes}`;
  const window = known.get(key) ?? computeWindow(localDate, timezone, channel, emailLeadMinutes);
  known.set(key, window);
  return window;
}

function computeWindow(
  localDate: string,
  timezone: string,
  channel: Channel,
  emailLeadMinutes: number,
): Window {
  const at = (time: string) =>
    Temporal.ZonedDateTime.from(`${localDate}T${time}[${timezone}]`).epochMilliseconds;
  const leadMs = channel === "email" ? emailLeadMinutes * 60_000 : 0;
  return { timezone, from: at("08:00") - leadMs, until: at("10:00") };
}

/** When the first zone of a date opens. */
export function firstOpening(localDate: string, emailLeadMinutes: number): number {
  const windows = timezoneNames.map((timezone) =>
    windowOf(localDate, timezone, "email", emailLeadMinutes),
  );
  return Math.min(...windows.map(({ from }) => from));
}

/**
 * The windows in which a person may get a date's briefing. Usually one. Someone who moves may get it in
 * the old zone or in the new one, and only in the old one when the date is over in the new one.
 */
export function windowsOf(
  person: Person,
  localDate: string,
  channel: Channel,
  emailLeadMinutes: number,
): Window[] {
  const of = (timezone: string) => windowOf(localDate, timezone, channel, emailLeadMinutes);
  const windows = staysOf(person).flatMap((stay) => {
    const window = of(stay.timezone);
    const isInWindow = overlaps(stay, { ...window, from: window.from - claimToCallMs });
    const isHeldOver =
      stay.next !== null &&
      stay.until < window.until &&
      stay.until >= of(stay.next).until - holdoverCutoffMs;
    return isInWindow || isHeldOver ? [window] : [];
  });
  return windows.filter(
    ({ timezone }, index) => windows.findIndex((each) => each.timezone === timezone) === index,
  );
}
