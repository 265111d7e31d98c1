import { Temporal } from "temporal-polyfill";
import type { DeliveryView } from "@/lib/contracts/deliveries";
import { deliveryHistoryMessages } from "@/lib/messages/deliveries";

/** What the ledger says of one delivery. */
export type LedgerEntry = {
  /** pending, accepted, excluded, failed or missed. */
  state: string;
  reason: string | null;
  finalizedAt: Date | null;
  /** What the provider reported later. */
  providerStatus: string | null;
  /** IANA name of the zone that it was planned for. */
  timezone: string;
};

const { words, reasons, reports, notInTime, notRecorded } = deliveryHistoryMessages;

/** Reports of a provider after which a message that it had taken did not arrive. */
const notArrived = new Set(["soft_bounced", "bounced", "undelivered", "failed"]);

/** A ledger row in its reader's words. */
export function describeDelivery(entry: LedgerEntry): DeliveryView {
  const { state, reason } = entry;
  const time = entry.finalizedAt && localTime(entry.finalizedAt, entry.timezone);
  if (state === "pending") {
    return { outcome: "waiting", words: words.waiting, time: null, reason: null };
  }
  if (state === "accepted") return describeAccepted(entry.providerStatus, time);
  if (state === "excluded") {
    return { outcome: "held", words: words.held, time: null, reason: describeReason(reason) };
  }
  if (state === "missed") {
    const why = reason === "outcome_unknown" ? describeReason(reason) : notInTime;
    return { outcome: "failed", words: words.missed, time: null, reason: why };
  }
  return {
    outcome: "failed",
    words: words.notDelivered,
    time: null,
    reason: describeReason(reason),
  };
}

/** The ledger's or the suppression list's word for a reason, as it is told to the reader. */
export function describeReason(reason: string | null): string {
  return lookUp(reasons, reason) ?? notRecorded;
}

function describeAccepted(report: string | null, time: string | null): DeliveryView {
  const reason = lookUp(reports, report);
  if (report !== null && notArrived.has(report)) {
    return { outcome: "failed", words: words.notDelivered, time: null, reason };
  }
  const isDelivered = report === "delivered" || report === "complained";
  return { outcome: "sent", words: isDelivered ? words.delivered : words.sent, time, reason };
}

function lookUp(texts: Readonly<Record<string, string>>, key: string | null): string | null {
  return key !== null && Object.hasOwn(texts, key) ? (texts[key] ?? null) : null;
}

function localTime(at: Date, timezone: string): string {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    timezone,
  );
  return `${hour}:${String(minute).padStart(2, "0")}`;
}
