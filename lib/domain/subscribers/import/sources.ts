import type { ImportColumn, ImportSource } from "@/lib/contracts/admin/imports";

type Source = {
  name: ImportSource;
  /** Columns, in lower case, that only this software's files have together. */
  signature: readonly string[];
  /** What its columns are imported as; the others aren't. */
  columns: Readonly<Record<string, ImportColumn>>;
};

/**
 * How the exports of other newsletter software are recognized.
 *
 * - Ghost: https://ghost.org/help/import-members/ lists the columns of its member files.
 * - Mailchimp: https://mailchimp.com/help/view-export-contacts/ and the fields of its audience export.
 * - Substack, beehiiv, and Mailchimp: files that Ghost's migration tools read
 *   (https://github.com/TryGhost/migrate). Substack writes a list of everyone and one of those who paid.
 */
const sources: readonly Source[] = [
  {
    name: "own",
    signature: ["email", "email_enabled", "sms_enabled", "sms_consent_at"],
    columns: {
      email: "email",
      name: "name",
      phone: "phone",
      timezone: "timezone",
      status: "status",
      email_enabled: "email_on",
    },
  },
  {
    name: "ghost",
    signature: ["email", "subscribed_to_emails", "complimentary_plan"],
    columns: {
      email: "email",
      name: "name",
      subscribed_to_emails: "email_on",
      complimentary_plan: "paid",
    },
  },
  {
    name: "substack",
    signature: ["email", "active_subscription", "email_disabled"],
    columns: {
      email: "email",
      name: "name",
      active_subscription: "paid",
      plan: "plan",
      expiry: "until",
      email_disabled: "email_off",
    },
  },
  {
    name: "substack",
    signature: ["email", "expiry", "email_disabled", "type"],
    columns: { email: "email", type: "plan", expiry: "until", email_disabled: "email_off" },
  },
  {
    name: "mailchimp",
    signature: ["email address", "member_rating", "optin_time"],
    columns: {
      "email address": "email",
      "first name": "first_name",
      "last name": "last_name",
      "phone number": "phone",
    },
  },
  {
    name: "beehiiv",
    signature: ["email", "status", "tier", "created_at"],
    columns: {
      email: "email",
      "first name": "first_name",
      "last name": "last_name",
      tier: "plan",
      status: "email_on",
    },
  },
];

/** Column names that say what they are, whatever software wrote the file. */
const commonNames: Readonly<Record<string, ImportColumn>> = {
  email: "email",
  "email address": "email",
  email_address: "email",
  name: "name",
  "full name": "name",
  full_name: "name",
  "first name": "first_name",
  first_name: "first_name",
  firstname: "first_name",
  "last name": "last_name",
  last_name: "last_name",
  lastname: "last_name",
  phone: "phone",
  "phone number": "phone",
  phone_number: "phone",
  timezone: "timezone",
  "time zone": "timezone",
  time_zone: "timezone",
  tz: "timezone",
};

/** Which software wrote a file with this header, and what its columns are imported as. */
export function recognizeSource(header: readonly string[]): {
  source: ImportSource;
  columns: (ImportColumn | null)[];
} {
  const names = header.map((name) => name.trim().toLowerCase());
  const found = sources.find(({ signature }) => signature.every((name) => names.includes(name)));
  const known = new Map(Object.entries(found?.columns ?? commonNames));
  const taken = new Set<ImportColumn>();
  const columns = names.map((name) => {
    const column = known.get(name) ?? null;
    if (column === null || taken.has(column)) return null;
    taken.add(column);
    return column;
  });
  return { source: found?.name ?? "unknown", columns };
}
