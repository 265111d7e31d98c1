import { formatTimeIn } from "@/lib/calendar/format";
import type { DeliveryView } from "@/lib/contracts/deliveries";
import { deliveryHistoryMessages } from "@/lib/messages/deliveries";
import { hasArrived, hasReturned } from "../ledger/outcomes";

/** The fields of a ledger row that say what happened. */
export type LedgerEntry = {
  /** pending, accepted, excluded, failed, or missed. */
  state: string;
  reason: string | null;
  finalizedAt: Date | null;
  /** What the provider reported later. */
  providerStatus: string | null;
  providerCode: string | null;
  /** IANA name of the time zone it was planned for. */
  timezone: string;
};

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
