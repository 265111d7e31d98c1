import type { ImportColumn, ImportSource } from "@/lib/contracts/admin/imports";

type Source = {
  name: ImportSource;
  /** Columns, in lower case, that only this software's files have in combination. */
  signature: readonly string[];
  /** What its columns are imported as; others are ignored. */
  columns: Readonly<Record<string, ImportColumn>>;
};

/**
 * How the exports of other newsletter software are recognized.
 *
 * - Ghost: https://ghost.org/help/import-members/ lists the columns of its member files.
 * - Mailchimp writes one file each of who is subscribed, unsubscribed, and cleaned (bounced). It, beehiiv,
 *   and Substack's lists of everyone and of those who paid: files that Ghost's migration tools read
 *   (https://github.com/TryGhost/migrate).
 * - Substack's dashboard: https://github.com/buttondown/roadmap/issues/2282.
 * - beehiiv's quick export and Buttondown: https://github.com/knadh/listmonk/issues/2855 and
 *   https://github.com/buttondown/openapi.
 * - Kit: the fields of https://developers.kit.com/api-reference/subscribers. Stripe: the columns of its
 *   dashboard's export of customers.
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
      sms_enabled: "sms_on",
      sms_consent_at: "sms_consent_at",
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
      tiers: "tier",
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
    name: "substack",
    signature: ["email", "subscription type", "expires at"],
    columns: {
      email: "email",
      name: "name",
      "subscription type": "plan",
      "expires at": "until",
      "receiving emails for": "email_lists",
    },
  },
  {
    name: "mailchimp",
    signature: ["email address", "member_rating", "optin_time"],
    columns: {
      "email address": "email",
      "first name": "first_name",
      "last name": "last_name",
      "phone number": "phone",
      timezone: "timezone",
      unsub_time: "email_off",
      clean_time: "email_off",
    },
  },
  {
    name: "beehiiv",
    signature: ["email", "status", "tier", "created_at"],
    columns: {
      email: "email",
      "first name": "first_name",
      "last name": "last_name",
      tier: "tier",
      status: "email_on",
    },
  },
  {
    name: "beehiiv",
    signature: ["email", "status", "subscription_tier"],
    columns: { email: "email", subscription_tier: "tier", status: "email_on" },
  },
  {
    name: "buttondown",
    signature: ["email_address", "type"],
    columns: { email_address: "email", type: "type" },
  },
  ...["email", "email_address"].flatMap((email) =>
    ["state", "status"].map((state) => ({
      name: "kit" as const,
      signature: ["first_name", email, state, "created_at"],
      columns: { first_name: "first_name", [email]: "email", [state]: "email_on" } as const,
    })),
  ),
  {
    name: "stripe",
    signature: ["email", "created (utc)", "delinquent"],
    columns: { email: "email", name: "name", phone: "phone", status: "status" },
  },
];

const textColumns: ReadonlySet<ImportColumn> = new Set(["sms_on", "sms_consent_at"]);

/** Column names that are clear, whatever software wrote the file. */
const commonNames: Readonly<Record<string, ImportColumn>> = {
  email: "email",
  "email address": "email",
  mail: "email",
  "mail address": "email",
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
  surname: "last_name",
  mobile: "phone",
  "mobile number": "phone",
};

/**
 * Which software wrote a file with this header, and what its columns are imported as.
 *
 * @param hasTexts whether our own export can turn texts on
 */
export function recognizeSource(
  header: readonly string[],
  { hasTexts }: { hasTexts: boolean },
): {
  source: ImportSource;
  columns: (ImportColumn | null)[];
} {
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/^e-(?=mail)/, "e"),
  );
  const found = sources.find(({ signature }) => signature.every((name) => names.includes(name)));
  const known = new Map(Object.entries(found?.columns ?? commonNames));
  const taken = new Set<ImportColumn>();
  const columns = names.map((name) => {
    const column = known.get(name) ?? null;
    if (column === null || taken.has(column)) return null;
    if (!hasTexts && textColumns.has(column)) return null;
    taken.add(column);
    return column;
  });
  return { source: found?.name ?? "unknown", columns };
}
