import type { TimelineEntry } from "@/lib/contracts/admin/person";
import type { Channel } from "@/lib/contracts/primitives";
import { reportCodeMeaning } from "@/lib/messages/report-codes";
import { teamReasonMessages, timelineMessages } from "@/lib/messages/admin/person";
import type { LedgerEntry } from "../../delivery/subscriber/describe-delivery";
import { hasArrived, hasReturned } from "../../delivery/ledger/outcomes";

/** The fields of a ledger row that the team sees. */
type LedgerRow = Omit<LedgerEntry, "finalizedAt" | "timezone"> & { channel: Channel };

/** What a reason code means to the team. */
export function teamReason(code: string | null): string {
  const known: Readonly<Record<string, string>> = teamReasonMessages.known;
  const text = code !== null && Object.hasOwn(known, code) ? known[code] : undefined;
  return text ?? teamReasonMessages.notRecorded;
}

/** The outcome of a ledger row: a sent message counts as `delivered` unless a report says otherwise. */
export function outcomeOf({ state, providerStatus }: Pick<LedgerRow, "state" | "providerStatus">) {
  if (state === "pending") return "waiting" as const;
  if (state === "excluded") return "not_sent" as const;
  if (state !== "accepted") return "failed" as const;
  return hasReturned(providerStatus) ? ("failed" as const) : ("delivered" as const);
}

/** How the timeline shows a ledger row. */
export function describeRow(row: LedgerRow): Pick<TimelineEntry, "tone" | "title" | "detail"> {
  const { channel, state, reason, providerStatus } = row;
  const texts = timelineMessages.delivery;
  if (state === "pending") return { tone: "plain", title: texts.waiting[channel], detail: null };
  if (state === "excluded") {
    return { tone: "off", title: texts.notSent[channel], detail: teamReason(reason) };
  }
  if (state === "missed") {
    const why = reason === "outcome_unknown" ? teamReason(reason) : teamReasonMessages.notInTime;
    return { tone: "bad", title: texts.missed[channel], detail: why };
  }
  if (state === "failed") {
    return { tone: "bad", title: texts.failed[channel], detail: teamReason(reason) };
  }
  if (outcomeOf(row) === "failed") {
    const detail = reportCodeMeaning(row.providerCode, teamReason(providerStatus));
    return { tone: "bad", title: texts.failed[channel], detail };
  }
  const title = (hasArrived(providerStatus) ? texts.delivered : texts.sent)[channel];
  const detail = providerStatus === "complained" ? teamReason(providerStatus) : null;
  return { tone: "good", title, detail };
}
