import type { Transaction } from "@/lib/platform/database/database";
import type { Timezone } from "@/lib/contracts/timezones";
import { isSame } from "./store-import";
import type { FileRow } from "./read-file";
import type { ImportRow } from "./read-row";

/** What is stored about someone whom a file mentions. */
export type Stored = {
  id: number;
  /** Lowercase email address. */
  address: string;
  name: string | null;
  phone: string | null;
  timezone: Timezone;
  /** `YYYY-MM-DD`. */
  holdoverDate: string | null;
  holdoverTimezone: Timezone | null;
  emailEnabled: boolean;
  smsEnabled: boolean;
  smsConsentAt: Date | null;
  /** The subscription that counts; null without one. */
  subscription: {
    id: number;
    status: string;
    plan: string | null;
    cancelAt: string | null;
    accessEndsAt: string | null;
    isFromPaddle: boolean;
  } | null;
};

/** What is stored about the people with these addresses, by address. Locks them in a transaction. */
export async function findStored(
  db: Pick<Transaction, "$queryRaw">,
  rows: readonly FileRow[],
): Promise<Map<string, Stored>> {
  const addresses = rows.map(({ row }) => row.email.toLowerCase());
  const found = await db.$queryRaw<Stored[]>`
    SELECT s.id, lower(s.email) AS address, s.name, s.phone, s.timezone,
      to_char(s.holdover_date, 'YYYY-MM-DD') AS "holdoverDate",
      s.holdover_timezone AS "holdoverTimezone", s.email_enabled AS "emailEnabled",
      s.sms_enabled AS "smsEnabled", s.sms_consent_at AS "smsConsentAt",
      (SELECT json_build_object('id', x.id, 'status', x.status, 'plan', x.plan,
          'cancelAt', x.cancel_at, 'accessEndsAt', x.access_ends_at,
          'isFromPaddle', x.paddle_subscription_id IS NOT NULL)
        FROM subscriptions x WHERE x.subscriber_id = s.id
        ORDER BY (x.paddle_subscription_id IS NOT NULL) DESC, x.id DESC LIMIT 1) AS subscription
    FROM subscribers s WHERE lower(s.email) = ANY(${addresses}::text[])
    ORDER BY s.id FOR UPDATE OF s`;
  return new Map(found.map((each) => [each.address, each]));
}

/**
 * A row of a file, with stored values where the file has none. An import never turns email or texts on for
 * someone who is already stored.
 */
export function mergeStored({ row, given }: FileRow, stored: Stored | undefined): ImportRow {
  if (!stored) return row;
  const hasTexts = stored.smsEnabled || stored.smsConsentAt !== null;
  return {
    email: row.email,
    name: given.has("name") ? row.name : stored.name,
    phone: given.has("phone") && !hasTexts ? row.phone : stored.phone,
    timezone: given.has("timezone") ? row.timezone : stored.timezone,
    status: given.has("status") ? row.status : null,
    plan: row.plan,
    until: row.until,
    emailEnabled: stored.emailEnabled && row.emailEnabled,
    smsEnabled: stored.smsEnabled && (!given.has("sms") || row.smsEnabled),
    smsConsentAt: stored.smsConsentAt?.toISOString() ?? null,
  };
}

/** Whether storing a merged row changes anything. */
export function isChange(merged: ImportRow, stored: Stored): boolean {
  const { subscription } = stored;
  const changesStatus =
    merged.status !== null &&
    (subscription === null ||
      (!subscription.isFromPaddle &&
        !isSame(
          {
            ...subscription,
            endsAt:
              subscription.status === "canceled"
                ? subscription.accessEndsAt
                : subscription.cancelAt,
          },
          { ...merged, status: merged.status },
        )));
  return (
    changesStatus ||
    merged.name !== stored.name ||
    merged.phone !== stored.phone ||
    merged.timezone !== stored.timezone ||
    merged.emailEnabled !== stored.emailEnabled ||
    merged.smsEnabled !== stored.smsEnabled
  );
}
