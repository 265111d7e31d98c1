import { toDatabaseDate } from "@/lib/calendar/days";
import { type Channel, channels } from "@/lib/contracts/primitives";
import type { Context } from "../../context";
import { listOutcomeCounts, sumCounts } from "../ledger/counts";
import { isOf } from "../schedule/slots";

/** A date's deliveries on one channel by outcome; `planned` is the sum of the others. */
export type ChannelStatus = {
  planned: number;
  accepted: number;
  /** Not finalized yet: waiting, being sent, or with an unknown outcome. */
  pending: number;
  excluded: Record<string, number>;
  failed: Record<string, number>;
  missed: Record<string, number>;
};

export type BriefingStatus = { date: string; channels: Record<Channel, ChannelStatus> };

/** Counts of one slot. */
export type SlotProgress = {
  timezone: string;
  channel: string;
  planned: number;
  finalized: number;
  closed: boolean;
};

function emptyStatus(): ChannelStatus {
  return { planned: 0, accepted: 0, pending: 0, excluded: {}, failed: {}, missed: {} };
}

/** Counts a date's deliveries by outcome. `localDate` is YYYY-MM-DD. */
export async function getBriefingStatus(ctx: Context, localDate: string): Promise<BriefingStatus> {
  const rows = await listOutcomeCounts(ctx, localDate);
  const status: BriefingStatus = {
    date: localDate,
    channels: { email: emptyStatus(), sms: emptyStatus() },
  };
  for (const { channel, state, reason, count } of rows) {
    const counts = status.channels[channel];
    counts.planned += count;
    if (state === "accepted" || state === "pending") counts[state] += count;
    else if (state === "excluded" || state === "failed" || state === "missed") {
      const counted = counts[state][reason ?? "unknown"] ?? 0;
      counts[state][reason ?? "unknown"] = counted + count;
    }
  }
  return status;
}

/** Progress of each slot of a date that has started. */
export async function listSlotProgress(ctx: Context, localDate: string): Promise<SlotProgress[]> {
  const slots = await ctx.db.deliverySlot.findMany({
    where: { localDate: toDatabaseDate(localDate), editionId: { not: null } },
    select: { timezone: true, channel: true, closedAt: true },
    orderBy: [{ opensAt: "asc" }, { timezone: "asc" }],
  });
  const counts = await listOutcomeCounts(ctx, localDate);
  return slots.map(({ timezone, channel, closedAt }) => {
    const own = counts.filter(isOf({ timezone, channel }));
    const planned = sumCounts(own);
    const pending = sumCounts(own, "pending");
    return { timezone, channel, planned, finalized: planned - pending, closed: closedAt !== null };
  });
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** The table that `briefing:status` prints: one row per channel, then the reasons. */
export function formatBriefingStatus(status: BriefingStatus): string {
  const header = ["", "planned", "accepted", "pending", "excluded", "failed", "missed"];
  const rows = channels.map((channel) => {
    const counts = status.channels[channel];
    return [
      channel,
      counts.planned,
      counts.accepted,
      counts.pending,
      sum(counts.excluded),
      sum(counts.failed),
      sum(counts.missed),
    ].map(String);
  });
  const table = [header, ...rows].map((row) =>
    row.map((cell, index) => (index === 0 ? cell.padEnd(6) : cell.padStart(10))).join(""),
  );
  const reasons = channels.flatMap((channel) =>
    (["excluded", "failed", "missed"] as const).flatMap((state) =>
      Object.entries(status.channels[channel][state]).map(
        ([reason, count]) => `${channel} ${state}: ${count} ${reason.replaceAll("_", " ")}`,
      ),
    ),
  );
  return [
    `Briefing of ${status.date}`,
    "",
    ...table,
    ...(reasons.length ? ["", ...reasons] : []),
  ].join("\n");
}
