import { z } from "zod";
import type { PlanName } from "@/lib/contracts/plans";
import { emailAddressSchema } from "@/lib/contracts/primitives";
import { type Timezone, timezoneNames, timezoneSchema } from "@/lib/contracts/timezones";
import { readPhoneNumber } from "../../phone-numbers";
import { fromSafeCell, subscriberColumns, type SubscriberColumn } from "./csv-format";

/** One validated line of a subscriber file. Empty cells are null, or the default. */
export type ImportRow = {
  email: string;
  name: string | null;
  /** E.164. */
  phone: string | null;
  timezone: Timezone;
  /** As Paddle names it. */
  status: PaddleStatus | null;
  /** Null if the file doesn't say; then a stored plan or end stays. */
  plan: PlanName | null;
  /** When the subscription ends; ISO, UTC. */
  until: string | null;
  emailEnabled: boolean;
  smsEnabled: boolean;
  /** ISO, UTC. */
  smsConsentAt: string | null;
};

type PaddleStatus = "trialing" | "active" | "past_due" | "paused" | "canceled";

/** An invalid line. The message says why, and is shown after `Line 12: `. */
export class InvalidRowError extends Error {
  override name = "InvalidRowError";

  constructor(
    message: string,
    /** The column of the invalid cell, if it's about one. */
    readonly column?: SubscriberColumn,
  ) {
    super(message);
  }
}

/** A number of a kind that isn't texted. */
export class UntextableNumberError extends InvalidRowError {
  override name = "UntextableNumberError";
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

const consentSchema = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
const defaultTimezone: Timezone = "America/New_York";
const maxNameLength = 200;

function readEmail(cell: string): string {
  if (cell === "") throw new InvalidRowError("the email address is missing", "email");
  if (!emailAddressSchema.safeParse(cell).success) {
    throw new InvalidRowError(`"${cell}" is not an email address`, "email");
  }
  return cell;
}

function readName(cell: string): string | null {
  const name = cell.replaceAll(/\p{Cc}+/gu, " ").trim();
  if (name.length > maxNameLength) {
    throw new InvalidRowError(`the name is longer than ${maxNameLength} characters`, "name");
  }
  return name === "" ? null : name;
}

// Checks the length and not the range, because number plans change: a valid new number must not be
// rejected.
function readPhone(cell: string): string | null {
  if (cell === "") return null;
  const number = readPhoneNumber(cell);
  if (!number?.isPossible) {
    throw new InvalidRowError(`"${cell}" is not a phone number such as +14155550100`, "phone");
  }
  if (number.refusal) {
    throw new UntextableNumberError(
      `"${cell}" can't get texts: use a mobile number, or leave the cell empty`,
      "phone",
    );
  }
  return number.e164;
}

function readTimezone(cell: string): Timezone {
  if (cell === "") return defaultTimezone;
  const timezone = timezoneSchema.safeParse(cell);
  if (!timezone.success) {
    throw new InvalidRowError(
      `the time zone "${cell}" is not one of ${timezoneNames.join(", ")}`,
      "timezone",
    );
  }
  return timezone.data;
}

function readStatus(cell: string): PaddleStatus | null {
  if (cell === "") return null;
  const status = statusWords.get(cell.toLowerCase());
  if (!status) {
    throw new InvalidRowError(
      `the status "${cell}" is not one of active, trialing, past_due, paused, canceled`,
      "status",
    );
  }
  return status;
}

function readBoolean(cell: string, column: SubscriberColumn, whenEmpty: boolean): boolean {
  const word = cell.toLowerCase();
  if (word === "") return whenEmpty;
  if (word !== "true" && word !== "false") {
    throw new InvalidRowError(`${column} must be true or false, not "${cell}"`, column);
  }
  return word === "true";
}

function readConsent(cell: string): string | null {
  if (cell === "") return null;
  const time = consentSchema.safeParse(cell);
  if (!time.success) {
    throw new InvalidRowError(
      `sms_consent_at must be a time such as 2026-03-05T14:00:00Z, not "${cell}"`,
    );
  }
  return new Date(time.data).toISOString();
}

/**
 * Validates one line, cell by cell. Defaults for empty cells: no name, phone, consent, or
 * subscription; email on, texts off, Eastern Time.
 *
 * @throws InvalidRowError with the first problem
 */
export function readImportRow(rawCell: (column: SubscriberColumn) => string): ImportRow {
  const cell = (column: SubscriberColumn) => fromSafeCell(rawCell(column).trim());
  const row: ImportRow = {
    email: readEmail(cell("email")),
    name: readName(cell("name")),
    phone: readPhone(cell("phone")),
    timezone: readTimezone(cell("timezone")),
    status: readStatus(cell("status")),
    plan: null,
    until: null,
    emailEnabled: readBoolean(cell("email_enabled"), "email_enabled", true),
    smsEnabled: readBoolean(cell("sms_enabled"), "sms_enabled", false),
    smsConsentAt: readConsent(cell("sms_consent_at")),
  };
  if (row.smsEnabled && row.phone === null) {
    throw new InvalidRowError("texts are on, but there is no phone number");
  }
  if (row.smsEnabled && row.smsConsentAt === null) {
    throw new InvalidRowError("texts are on, but there is no consent (sms_consent_at)");
  }
  return row;
}

function isColumn(name: string): boolean {
  return subscriberColumns.some((column) => column === name);
}

/**
 * Finds the position of each column in the header line.
 *
 * @throws InvalidRowError naming the columns that are missing, unknown, or repeated
 */
export function readHeader(names: readonly string[]): Map<SubscriberColumn, number> {
  const found = names.map((name) => name.trim().toLowerCase());
  const missing = subscriberColumns.filter((column) => !found.includes(column));
  const unknown = found.filter((name) => !isColumn(name));
  const repeated = found.filter((name, index) => isColumn(name) && found.indexOf(name) < index);
  const problems = [
    missing.length > 0 ? `is missing ${missing.join(", ")}` : "",
    unknown.length > 0
      ? `has unknown columns ${unknown.map((name) => `"${name}"`).join(", ")}`
      : "",
    repeated.length > 0 ? `has ${repeated.join(", ")} twice` : "",
  ].filter((problem) => problem !== "");
  if (problems.length > 0) {
    throw new InvalidRowError(
      `The header ${problems.join(", and ")}. It must be ${subscriberColumns.join(",")}.`,
    );
  }
  return new Map(subscriberColumns.map((column) => [column, found.indexOf(column)]));
}
