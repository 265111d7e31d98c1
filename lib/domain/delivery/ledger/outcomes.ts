import { Prisma } from "@/lib/platform/database/database";

/** What a provider reports about a message that arrived. */
const arrivedReports: readonly string[] = ["delivered", "complained"];

/** What a provider reports about a message that it accepted and that didn't arrive. */
export const returnedReports: readonly string[] = [
  "bounced",
  "soft_bounced",
  "undelivered",
  "failed",
];

export function hasArrived(report: string | null): boolean {
  return report !== null && arrivedReports.includes(report);
}

export function hasReturned(report: string | null): boolean {
  return report !== null && returnedReports.includes(report);
}

/** What the state and the provider's report of a row `d` mean together: an `Outcome`. */
export const outcomeSql = Prisma.sql`
  CASE WHEN d.state <> 'accepted' THEN d.state
    WHEN d.provider_status = ANY(${arrivedReports}::text[]) THEN 'delivered'
    WHEN d.provider_status = ANY(${returnedReports}::text[]) THEN 'failed'
    ELSE 'accepted' END`;

/** Why a row `d` that didn't arrive didn't: the ledger's reason, or the provider's report. */
export const reasonSql = Prisma.sql`
  coalesce(CASE WHEN d.state = 'accepted' THEN d.provider_status ELSE d.reason END, 'unknown')`;
