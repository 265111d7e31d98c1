import { isLocalDate } from "@/lib/calendar/days";
import { formatDateTimeHere, formatShortMonthDayYear } from "@/lib/calendar/format";
import { timezones } from "@/lib/contracts/timezones";
import { formatPhoneNumber } from "@/lib/contracts/phone-format";
import { auditScreen as texts } from "@/lib/messages/admin/audit";
import { formatCount } from "@/lib/messages/counts";

/** `maxAge` → `max age`. */
export function wordsOf(field: string): string {
  const words = field
    .replaceAll(/[_.-]+/g, " ")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
  return texts.fields[field] ?? words;
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A stored value as people write it: a time, a day, a time zone, a number, yes or no, or a list of those. */
export function readable(value: string): string {
  if (instant.test(value)) return formatDateTimeHere(value);
  if (isLocalDate(value)) return formatShortMonthDayYear(value);
  if (/^\+[1-9]\d{6,14}$/.test(value)) return formatPhoneNumber(value);
  if (/^\d{4,12}$/.test(value)) return formatCount(Number(value));
  if (value === "true") return texts.yes;
  if (value === "false") return texts.no;
  if (/^\[.*\]$/.test(value)) return readableList(value);
  return timezones.find((zone) => zone.value === value)?.label ?? value;
}

function readableList(value: string): string {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) && list.every((each) => typeof each === "string")
      ? list.map(readable).join(", ")
      : value;
  } catch {
    return value;
  }
}
