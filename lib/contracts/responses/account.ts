import { z } from "zod";

const row = z.record(z.string(), z.unknown());
const rows = z.array(row);

/** Everything we store about a subscriber. Times are in UTC; columns are as the database has them. */
export const dataExportSchema = z.object({
  exportedAt: z.iso.datetime(),
  person: row.describe("The subscriber's own row"),
  subscriptions: rows,
  payments: rows,
  adjustments: rows.describe("Refunds, disputes, and their reversals"),
  moneyEvents: rows.describe("What Paddle reported about the subscriptions' prices and charges"),
  customers: rows.describe("Paddle's customers behind the subscriptions"),
  onboarding: rows,
  phoneChange: row.nullable().describe("A new number whose code hasn't been entered yet"),
  emailChange: row
    .nullable()
    .describe("A new address entered for the person, and its confirmation"),
  imports: rows.describe("What was stored before an import changed it"),
  notes: rows.describe("What our team noted about the person"),
  missedDays: rows.describe("Days missed because of us, and how they were given back"),
  emailVisits: rows.describe("Briefing emails opened, and links clicked, while that is measured"),
  consents: rows,
  earlierConsents: rows.describe("What deleted accounts with the same address had agreed to"),
  deliveries: rows,
  reservedAddresses: rows.describe(
    "For which dates we remember, by its hash, that an address was used",
  ),
  suppressions: rows.describe("Why we don't write to an address or number"),
  notices: rows.describe("Emails other than briefings"),
  logins: z.object({ sessions: rows, links: rows }),
  changes: rows.describe("What happened to the account, from the audit log"),
  reports: rows.describe("What the providers told us about this person"),
});
