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

async function advanceStatus(
  tx: Transaction,
  deliveryId: string | null,
  status: ProviderStatus,
): Promise<void> {
  const key = parseDeliveryId(deliveryId ?? "");
  if (!key) return;
  await tx.delivery.updateMany({
    where: {
      localDate: toDatabaseDate(key.localDate),
      channel: key.channel,
      subscriberId: key.subscriberId,
      OR: [{ providerStatus: null }, { providerStatus: { in: statusesBefore(status) } }],
    },
    data: { providerStatus: status },
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
  if (outcome.kind !== "suppressed") await advanceStatus(tx, report.deliveryId, outcome.kind);
  const reason = suppressionReasonOf(outcome);
  if (reason) await suppress(ctx, tx, event, reason);
}

/** Applies an SMS provider's report to its ledger row and to the suppressions. */
export async function applyTextReport(
  ctx: Context,
  tx: Transaction,
  report: TextReport,
): Promise<void> {
  await advanceStatus(tx, report.deliveryId, report.status);
  if (report.refusal === null) return;
  await suppress(
    ctx,
    tx,
    { channel: "sms", address: report.to, source: "twilio", occurredAt: ctx.clock.now() },
    report.refusal,
  );
}
