import { parsePhoneNumberFromString } from "libphonenumber-js";
import { z } from "zod";
import { type Timezone, timezoneNames, timezoneSchema } from "@/lib/contracts/timezones";
import { fromSafeCell, subscriberColumns, type SubscriberColumn } from "./csv-format";

/** One line of a subscriber file, checked; what an empty cell leaves unset is null. */
export type ImportRow = {
  email: string;
  name: string | null;
  /** E.164. */
  phone: string | null;
  timezone: Timezone;
  /** Paddle's word. */
  status: PaddleStatus | null;
  emailEnabled: boolean;
  smsEnabled: boolean;
  /** ISO, UTC. */
  smsConsentAt: string | null;
};

type PaddleStatus = "trialing" | "active" | "past_due" | "paused" | "canceled";

/** A line that cannot be taken; `message` says why in words that follow `line 12: `. */
export class RowRefusal extends Error {
  override name = "RowRefusal";
}

const statusWords: ReadonlyMap<string, PaddleStatus> = new Map([
  ["trialing", "trialing"],
  ["trial", "trialing"],
  ["free trial", "trialing"],
  ["active", "active"],
  ["past_due", "past_due"],
  ["past due", "past_due"],
  ["paused", "paused"],
  ["canceled", "canceled"],
  ["cancelled", "canceled"],
]);

const emailSchema = z.email();
const consentSchema = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
const defaultTimezone: Timezone = "America/New_York";
const longestName = 200;

function readEmail(cell: string): string {
  if (cell === "") throw new RowRefusal("the e-mail address is missing");
  if (!emailSchema.safeParse(cell).success) {
    throw new RowRefusal(`"${cell}" is not an e-mail address`);
  }
  return cell;
}

function readName(cell: string): string | null {
  const name = cell.replaceAll(/\p{Cc}+/gu, " ").trim();
  if (name.length > longestName) {
    throw new RowRefusal(`the name is longer than ${longestName} characters`);
  }
  return name === "" ? null : name;
}

// Whether a number is given out is the provider's to say: number plans change faster than files.
function readPhone(cell: string): string | null {
  if (cell === "") return null;
  const number = cell.startsWith("+") ? parsePhoneNumberFromString(cell) : undefined;
  if (!number?.isPossible()) {
    throw new RowRefusal(`"${cell}" is not a phone number such as +14155550100`);
  }
  return number.number;
}

function readTimezone(cell: string): Timezone {
  if (cell === "") return defaultTimezone;
  const timezone = timezoneSchema.safeParse(cell);
  if (!timezone.success) {
    throw new RowRefusal(`the timezone "${cell}" is not one of ${timezoneNames.join(", ")}`);
  }
  return timezone.data;
}

function readStatus(cell: string): PaddleStatus | null {
  if (cell === "") return null;
  const status = statusWords.get(cell.toLowerCase());
  if (!status) {
    throw new RowRefusal(
      `the status "${cell}" is not one of active, trialing, past_due, paused, canceled`,
    );
  }
  return status;
}

function readBoolean(cell: string, column: SubscriberColumn, whenEmpty: boolean): boolean {
  const word = cell.toLowerCase();
  if (word === "") return whenEmpty;
  if (word !== "true" && word !== "false") {
    throw new RowRefusal(`${column} is "${cell}" instead of true or false`);
  }
  return word === "true";
}

function readConsent(cell: string): string | null {
  if (cell === "") return null;
  const time = consentSchema.safeParse(cell);
  if (!time.success) {
    throw new RowRefusal(
      `sms_consent_at is "${cell}" instead of a time such as 2026-03-05T14:00:00Z`,
    );
  }
  return new Date(time.data).toISOString();
}

/**
 * Reads one line, cell by cell. An empty cell is unset: no name, no phone, no consent, no subscription; e-mail
 * on, texts off, Eastern Time.
 *
 * @throws RowRefusal with the first thing that is wrong
 */
export function readImportRow(rawCell: (column: SubscriberColumn) => string): ImportRow {
  const cell = (column: SubscriberColumn) => fromSafeCell(rawCell(column).trim());
  const row: ImportRow = {
    email: readEmail(cell("email")),
    name: readName(cell("name")),
    phone: readPhone(cell("phone")),
    timezone: readTimezone(cell("timezone")),
    status: readStatus(cell("status")),
    emailEnabled: readBoolean(cell("email_enabled"), "email_enabled", true),
    smsEnabled: readBoolean(cell("sms_enabled"), "sms_enabled", false),
    smsConsentAt: readConsent(cell("sms_consent_at")),
  };
  if (row.smsEnabled && row.phone === null) {
    throw new RowRefusal("texts are switched on but there is no phone number");
  }
  if (row.smsEnabled && row.smsConsentAt === null) {
    throw new RowRefusal("texts are switched on but there is no consent (sms_consent_at)");
  }
  return row;
}

function isColumn(name: string): boolean {
  return subscriberColumns.some((column) => column === name);
}

/**
 * Where each column stands, by the header line.
 *
 * @throws RowRefusal naming the columns that are missing, unknown or there twice
 */
export function readHeader(names: readonly string[]): Map<SubscriberColumn, number> {
  const found = names.map((name) => name.trim().toLowerCase());
  const missing = subscriberColumns.filter((column) => !found.includes(column));
  const unknown = found.filter((name) => !isColumn(name));
  const repeated = found.filter((name, index) => isColumn(name) && found.indexOf(name) < index);
  const problems = [
    missing.length > 0 ? `lacks ${missing.join(", ")}` : "",
    unknown.length > 0 ? `has the unknown ${unknown.map((name) => `"${name}"`).join(", ")}` : "",
    repeated.length > 0 ? `has ${repeated.join(", ")} twice` : "",
  ].filter((problem) => problem !== "");
  if (problems.length > 0) {
    throw new RowRefusal(
      `The header ${problems.join(" and ")}; it must be ${subscriberColumns.join(",")}.`,
    );
  }
  return new Map(subscriberColumns.map((column) => [column, found.indexOf(column)]));
}
