import { z } from "zod";
import type { ImportChange, ImportColumn } from "@/lib/contracts/admin/imports";
import type { PaddleStatus } from "@/lib/contracts/billing";
import type { PlanName } from "@/lib/contracts/plans";
import { emailAddressSchema } from "@/lib/contracts/primitives";
import { findTimezone, type Timezone } from "@/lib/contracts/timezones";
import { importProblemMessages } from "@/lib/messages/admin/imports";
import { readPhoneNumber } from "../../contact/phone-numbers";
import { fromSafeCell } from "../csv/csv-format";
import {
  isBlank,
  readEmailOff,
  readEmailOn,
  readPlan,
  readStatus,
  readStatusOfType,
  readYesNo,
} from "./words";

/** One person in a file. */
export type ImportRow = {
  email: string;
  name: string | null;
  /** E.164. */
  phone: string | null;
  timezone: Timezone;
  status: PaddleStatus | null;
  /** Null if the file doesn't say; then the stored plan or end stays. */
  plan: PlanName | null;
  /** When the subscription ends; ISO, UTC. */
  until: string | null;
  emailEnabled: boolean;
  smsEnabled: boolean;
  /** ISO, UTC. */
  smsConsentAt: string | null;
};

/** Fields that a row can have a value for. */
export type GivenField = "name" | "phone" | "timezone" | "status" | "email" | "sms";

/** An optional cell that can't be read. The rest of the row is still imported. */
export type LeftOut = { column: "name" | "phone" | "timezone"; value: string };

export type ReadRow = {
  row: ImportRow;
  /** The fields that the file has a value for. */
  given: ReadonlySet<GivenField>;
  leftOut: readonly LeftOut[];
};

/** How the columns of a file are read. */
export type Reading = Pick<ImportChange, "columns" | "defaultStatus" | "country">;

/** A cell of a column of the file, without spaces around it; empty if there's no such column. */
export type CellOf = (column: ImportColumn) => string;

/** A row that can't be imported. */
export class InvalidCell extends Error {
  constructor(
    readonly column: ImportColumn | null,
    message: string,
  ) {
    super(message);
  }
}

const defaultTimezone: Timezone = "America/New_York";
const maxNameLength = 200;

/** The name in a row, from one column or two. */
export function nameOf(cell: CellOf): string {
  return cell("name") || `${cell("first_name")} ${cell("last_name")}`.trim();
}

/** Reads a row's cells. Throws InvalidCell for the first one that has to be corrected. */
export function readRow(rawCell: CellOf, reading: Reading): ReadRow {
  const cell: CellOf = (column) => {
    const text = rawCell(column);
    return isBlank(text) ? "" : fromSafeCell(text);
  };
  const email = readEmail(cell("email"));
  const name = readName(nameOf(cell));
  const phone = readPhone(cell("phone"), reading.country);
  const timezone = cell("timezone") === "" ? null : findTimezone(cell("timezone"));
  const subscription = readSubscription(cell, reading);
  const optional = [
    { column: "name", value: nameOf(cell), read: name },
    { column: "phone", value: cell("phone"), read: phone },
    { column: "timezone", value: cell("timezone"), read: timezone },
  ] as const;
  const filled = optional.filter(({ value }) => value !== "");
  const given = new Set<GivenField>(
    filled.flatMap(({ column, read }) => (read === null ? [] : [column])),
  );
  const isGiven = (columns: readonly ImportColumn[]) => columns.some((each) => cell(each) !== "");
  if (subscription.status !== null || isGiven(["status", "paid", "plan", "tier", "until"])) {
    given.add("status");
  }
  const isListed = reading.columns.includes("email_lists");
  if (isListed || isGiven(["email_on", "email_off", "type"])) given.add("email");
  if (isGiven(["sms_on"])) given.add("sms");
  const row = {
    email,
    name,
    phone,
    timezone: timezone ?? defaultTimezone,
    ...subscription,
    emailEnabled: readEmailEnabled(cell, isListed),
    ...readTexts(cell, phone),
  };
  const leftOut = filled.flatMap(({ column, value, read }) =>
    read === null ? [{ column, value }] : [],
  );
  return { row, given, leftOut };
}

function readEmail(cell: string): string {
  const address = emailAddressSchema.safeParse(cell);
  if (!address.success) throw new InvalidCell("email", importProblemMessages.email);
  return address.data;
}

function readName(text: string): string | null {
  const name = text.replaceAll(/\p{Cc}+/gu, " ").trim();
  return name === "" || name.length > maxNameLength ? null : name;
}

// Checks only the length, not the range, because number plans change: a valid new number must not be left
// out.
function readPhone(cell: string, country: string | null): string | null {
  if (cell === "") return null;
  const number = readPhoneNumber(cell.replace(/^tel:/i, ""), country);
  return number?.isPossible && number.refusal === null ? number.e164 : null;
}

/** Reads a cell that has a meaning. An empty one is `whenEmpty`. */
function readWord<Value>(
  cell: CellOf,
  column: ImportColumn,
  read: (text: string) => Value | null | undefined,
  whenEmpty: Value,
): Value {
  if (cell(column) === "") return whenEmpty;
  const value = read(cell(column));
  if (value === null || value === undefined) {
    throw new InvalidCell(column, importProblemMessages.yesOrNo);
  }
  return value;
}

function readEmailEnabled(cell: CellOf, isListed: boolean): boolean {
  const isOn = readWord(cell, "email_on", readEmailOn, true);
  const isOff = readWord(cell, "email_off", readEmailOff, false);
  const isOfOnType = readWord(cell, "type", readEmailOn, true);
  const lists = cell("email_lists");
  const isOnAnyList = !isListed || (lists !== "" && readEmailOn(lists) !== false);
  return isOn && !isOff && isOfOnType && isOnAnyList;
}

function readSubscription(cell: CellOf, reading: Reading) {
  const until = readUntil(cell("until"));
  const member = readMember(cell);
  const isMember = readWord(cell, "paid", readYesNo, false) || member !== null;
  // The file says only until when someone has paid.
  const isDated =
    until !== null &&
    !(["status", "paid", "plan", "tier", "type"] as const).some((each) =>
      reading.columns.includes(each),
    );
  const fallback =
    isMember || isDated ? "active" : (readStatusOfType(cell("type")) ?? reading.defaultStatus);
  const status = cell("status") === "" ? fallback : readStatus(cell("status"));
  if (status === undefined) throw new InvalidCell("status", importProblemMessages.status);
  if (status === null) return { status, plan: null, until: null };
  return { status, plan: member?.plan ?? null, until };
}

/**
 * The plan of someone who gets the briefing, `plan: null` if it isn't one of ours; null for everyone else.
 */
function readMember(cell: CellOf): { plan: PlanName | null } | null {
  const plan = readPlan(cell("plan"));
  if (plan === undefined) throw new InvalidCell("plan", importProblemMessages.plan);
  if (plan !== null) return plan;
  // Paid tiers have custom names.
  const tier = readPlan(cell("tier"));
  return tier === undefined ? { plan: null } : tier;
}

/** A time after the last zone's briefing at which it's still the same date in every zone. */
const endOfDateUtc = "20:00:00Z";

const untilSchema = z.union([
  z.iso.datetime({ offset: true }),
  z.iso.date().transform((date) => `${date}T${endOfDateUtc}`),
]);

/**
 * A date, which counts as paid for in full, or an instant as other software writes it: `2027-01-04 10:15:00
 * UTC`, `2027-01-04 10:15:00 +0000`.
 */
function readUntil(text: string): string | null {
  if (text === "") return null;
  const iso = text.replace(
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:UTC|Z|\+00:?00)?$/,
    "$1T$2Z",
  );
  const until = untilSchema.safeParse(iso);
  if (!until.success) throw new InvalidCell("until", importProblemMessages.until);
  return new Date(until.data).toISOString();
}

const consentSchema = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Texts are on only with a number and consent. */
function readTexts(cell: CellOf, phone: string | null) {
  if (cell("sms_on") === "" && cell("sms_consent_at") === "") {
    return { smsEnabled: false, smsConsentAt: null };
  }
  const consent = consentSchema.safeParse(cell("sms_consent_at"));
  const smsConsentAt = consent.success ? new Date(consent.data).toISOString() : null;
  const isOn = readYesNo(cell("sms_on")) === true;
  if (isOn && smsConsentAt === null) {
    throw new InvalidCell("sms_consent_at", importProblemMessages.smsConsent);
  }
  return { smsEnabled: isOn && phone !== null, smsConsentAt };
}
