import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import type { MailReport, TextReport } from "../../ports/provider-reports";
import { liftEmailSuppression, suppress, type SuppressionReason } from "../../contact/suppressions";
import type { EventHandler } from "../../webhooks/provider-events";
import { recordReport, type DeliveryReport } from "./record-reports";

/** Why an email report suppresses its address; null when it doesn't. */
function suppressionReasonOf(outcome: MailReport["outcome"]): SuppressionReason | null {
  if (outcome.kind === "bounced") return "hard_bounce";
  if (outcome.kind === "complained") return "spam_complaint";
  return outcome.kind === "suppressed" ? outcome.reason : null;
}

const codeOf = (outcome: MailReport["outcome"]) => ("code" in outcome ? outcome.code : null);

/** When a report happened: not in the future, where it would outrank every later report. */
function reportedAt(ctx: Context, occurredAt: Date | null): Date {
  const now = ctx.clock.now();
  return occurredAt && occurredAt < now ? occurredAt : now;
}

async function applyMailReport(ctx: Context, tx: Transaction, report: MailReport): Promise<void> {
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
    await recordReport(ctx, tx, { ...report, status: outcome.kind, code: codeOf(outcome) });
  }
  const reason = suppressionReasonOf(outcome);
  if (reason) await suppress(ctx, tx, event, reason);
}

async function applyTextReport(ctx: Context, tx: Transaction, report: TextReport): Promise<void> {
  await recordReport(ctx, tx, report);
  if (report.refusal === null) return;
  await suppress(
    ctx,
    tx,
    { channel: "sms", address: report.to, source: "twilio", occurredAt: ctx.clock.now() },
    report.refusal,
  );
}

/**
 * What an email provider's reports do to the ledger and to the suppressions. Those that only say how
 * far an email got arrive by the thousand and can wait a second. Those that suppress an address, or
 * lift that, are applied at once.
 */
export const mailReports: EventHandler<MailReport, void> = {
  deferrableOf({ outcome, deliveryId, providerMessageId }): DeliveryReport | null {
    const { kind } = outcome;
    const isHarmless = kind === "delivered" || kind === "deferred" || kind === "soft_bounced";
    if (!isHarmless) return null;
    const visit = kind === "delivered" && outcome.visit;
    const code = codeOf(outcome);
    return { deliveryId, providerMessageId, status: kind, code, ...(visit && { visit }) };
  },
  apply: applyMailReport,
};

/** What an SMS provider's reports do. Only those about the number itself are applied at once. */
export const textReports: EventHandler<TextReport, void> = {
  deferrableOf({ refusal, deliveryId, providerMessageId, status, code }): DeliveryReport | null {
    return refusal === null ? { deliveryId, providerMessageId, status, code } : null;
  },
  apply: applyTextReport,
};
