import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import type { MailReport, TextReport } from "../../ports/provider-reports";
import {
  liftEmailSuppression,
  suppress,
  type SuppressionReason,
} from "../../subscribers/suppressions";
import { toDatabaseDate } from "@/lib/contracts/calendar";
import { parseDeliveryId } from "./delivery-id";

/**
 * The order of statuses. Reports arrive in any order, and a report never moves a delivery back, nor
 * from one final status of a text to another.
 */
const ranks = {
  queued: 1,
  sending: 2,
  deferred: 2,
  sent: 3,
  delivered: 4,
  undelivered: 4,
  failed: 4,
  soft_bounced: 5,
  bounced: 6,
  complained: 7,
} as const;

/** What a provider reported about a delivery after accepting it. */
export type ProviderStatus = keyof typeof ranks;

/** The statuses that a report of `status` may replace. */
export function statusesBefore(status: ProviderStatus): string[] {
  return Object.entries(ranks)
    .filter(([, rank]) => rank < ranks[status])
    .map(([name]) => name);
}

/**
 * Records a report in its ledger row. A provider reports only on what it has accepted, so a row whose
 * outcome was still unknown, or was given up on, is now known and never sent again.
 */
async function recordReport(
  ctx: Context,
  tx: Transaction,
  report: { deliveryId: string | null; providerMessageId: string | null; status: ProviderStatus },
): Promise<void> {
  const key = parseDeliveryId(report.deliveryId ?? "");
  if (!key) return;
  const { status, providerMessageId } = report;
  const row = { ...key, localDate: toDatabaseDate(key.localDate) };
  const isEarlier = {
    OR: [{ providerStatus: null }, { providerStatus: { in: statusesBefore(status) } }],
  };
  await tx.delivery.updateMany({
    where: { ...row, ...isEarlier },
    data: { providerStatus: status },
  });
  if (providerMessageId === null) return;
  await tx.delivery.updateMany({
    where: { ...row, state: { in: ["pending", "missed"] } },
    data: { state: "accepted", reason: null, providerMessageId, finalizedAt: ctx.clock.now() },
  });
}

/** Why an email report suppresses its address; null when it doesn't. */
function suppressionReasonOf(outcome: MailReport["outcome"]): SuppressionReason | null {
  if (outcome.kind === "bounced") return "hard_bounce";
  if (outcome.kind === "complained") return "spam_complaint";
  return outcome.kind === "suppressed" ? outcome.reason : null;
}

/** When a report happened: not in the future, where it would outrank every later report. */
function reportedAt(ctx: Context, occurredAt: Date | null): Date {
  const now = ctx.clock.now();
  return occurredAt && occurredAt < now ? occurredAt : now;
}

/** Applies an email provider's report to its ledger row and to the suppressions. */
export async function applyMailReport(
  ctx: Context,
  tx: Transaction,
  report: MailReport,
): Promise<void> {
  const { outcome } = report;
  const event = {
    channel: "email",
    address: report.address,
    source: "postmark",
    occurredAt: reportedAt(ctx, report.occurredAt),
  } as const;
  if (outcome.kind === "reactivated") {
    await liftEmailSuppression(ctx, tx, event);
    return;
  }
  if (outcome.kind !== "suppressed") {
    await recordReport(ctx, tx, { ...report, status: outcome.kind });
  }
  const reason = suppressionReasonOf(outcome);
  if (reason) await suppress(ctx, tx, event, reason);
}

/** Applies an SMS provider's report to its ledger row and to the suppressions. */
export async function applyTextReport(
  ctx: Context,
  tx: Transaction,
  report: TextReport,
): Promise<void> {
  await recordReport(ctx, tx, report);
  if (report.refusal === null) return;
  await suppress(
    ctx,
    tx,
    { channel: "sms", address: report.to, source: "twilio", occurredAt: ctx.clock.now() },
    report.refusal,
  );
}
