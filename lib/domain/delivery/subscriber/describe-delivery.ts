import { formatTimeIn } from "@/lib/calendar/format";
import type { DeliveryView } from "@/lib/contracts/deliveries";
import { deliveryHistoryMessages } from "@/lib/messages/deliveries";
import type { Prisma } from "@/lib/platform/database/database";
import { hasArrived, hasReturned } from "../ledger/outcomes";

/** The fields of a ledger row that say what happened. */
export const outcomeColumns = {
  state: true,
  reason: true,
  finalizedAt: true,
  /** What the provider reported later. */
  providerStatus: true,
  providerCode: true,
  /** IANA name of the time zone it was planned for. */
  timezone: true,
} as const;

export type LedgerEntry = Prisma.DeliveryGetPayload<{ select: typeof outcomeColumns }>;

const { labels, reasons, reports, reportCodes, notInTime, notRecorded } = deliveryHistoryMessages;

/** What a ledger row means to its reader. */
export function describeDelivery(entry: LedgerEntry): DeliveryView {
  const { state, reason } = entry;
  const time = entry.finalizedAt && formatTimeIn(entry.finalizedAt, entry.timezone);
  if (state === "pending") {
    return { outcome: "waiting", label: labels.waiting, time: null, reason: null };
  }
  if (state === "accepted") return describeAccepted(entry, time);
  if (state === "excluded") {
    return { outcome: "held", label: labels.notSent, time: null, reason: describeReason(reason) };
  }
  if (state === "missed") {
    const why = reason === "outcome_unknown" ? describeReason(reason) : notInTime;
    return { outcome: "failed", label: labels.missed, time: null, reason: why };
  }
  return {
    outcome: "failed",
    label: labels.notDelivered,
    time: null,
    reason: describeReason(reason),
  };
}

/** What a reason code of the ledger or the suppression list means to the reader. */
export function describeReason(reason: string | null): string {
  return lookUp(reasons, reason) ?? notRecorded;
}

function describeAccepted(
  { providerStatus: report, providerCode: code }: LedgerEntry,
  time: string | null,
): DeliveryView {
  const reason = lookUp(reportCodes, code) ?? lookUp(reports, report);
  if (hasReturned(report)) {
    return { outcome: "failed", label: labels.notDelivered, time: null, reason };
  }
  return {
    outcome: "sent",
    label: hasArrived(report) ? labels.delivered : labels.sent,
    time,
    reason,
  };
}

function lookUp(texts: Readonly<Record<string, string>>, key: string | null): string | null {
  return key !== null && Object.hasOwn(texts, key) ? (texts[key] ?? null) : null;
}
