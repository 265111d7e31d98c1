import { stringify } from "csv-stringify/sync";
import type { Context } from "../../context";
import { toSafeCell } from "./csv-format";

const pageSize = 5_000;

/** In the order of `toCells`. */
const exportColumns = [
  "email",
  "name",
  "phone",
  "timezone",
  "status",
  "email_enabled",
  "sms_enabled",
  "sms_consent_at",
];

type ExportRow = {
  id: number;
  email: string;
  name: string | null;
  phone: string | null;
  timezone: string;
  status: string | null;
  emailEnabled: boolean;
  smsEnabled: boolean;
  smsConsentAt: Date | null;
};

/**
 * All subscribers as CSV, in chunks, with the columns of an import. Importing an export changes
 * nothing. Cells can't be formulas; phone numbers are exempt, because only digits follow their plus.
 */
export async function* exportSubscribers(ctx: Pick<Context, "db">): AsyncGenerator<string> {
  yield `${exportColumns.join(",")}\n`;
  let after = 0;
  for (;;) {
    const rows = await readPage(ctx, after);
    const last = rows.at(-1);
    if (!last) return;
    yield stringify(rows.map(toCells));
    after = last.id;
  }
}

// Exports the status of a subscriber's Paddle subscription before an imported one, then the newest.
function readPage(ctx: Pick<Context, "db">, after: number): Promise<ExportRow[]> {
  return ctx.db.$queryRaw<ExportRow[]>`
    SELECT s.id, s.email, s.name, s.phone, s.timezone, subscription.status,
           s.email_enabled AS "emailEnabled", s.sms_enabled AS "smsEnabled",
           s.sms_consent_at AS "smsConsentAt"
      FROM subscribers s
      LEFT JOIN LATERAL (
        SELECT status FROM subscriptions WHERE subscriber_id = s.id
         ORDER BY (paddle_subscription_id IS NOT NULL) DESC, id DESC LIMIT 1) subscription ON true
     WHERE s.id > ${after}
     ORDER BY s.id
     LIMIT ${pageSize}`;
}

function toCells(row: ExportRow): string[] {
  return [
    toSafeCell(row.email),
    toSafeCell(row.name ?? ""),
    row.phone ?? "",
    row.timezone,
    row.status ?? "",
    String(row.emailEnabled),
    String(row.smsEnabled),
    row.smsConsentAt?.toISOString() ?? "",
  ];
}
