import type { Figures } from "@/lib/contracts/admin/deliveries";
import type { ZoneState } from "@/lib/contracts/briefing-state";

/** What a slot's state follows from. */
export type SlotFacts = {
  opensAt: Date;
  closesAt: Date;
  /** Whether its content is frozen. */
  isFrozen: boolean;
  /** Whether everyone whom it owes the briefing has a row. */
  isPlanned: boolean;
  figures: Pick<Figures, "toSend" | "pending" | "missed">;
};

/** How far a slot is. What it owed without a message counts as missed, as in its figures. */
export function slotStateOf(
  { opensAt, closesAt, isFrozen, isPlanned, figures }: SlotFacts,
  now: Date,
): ZoneState {
  const { toSend, pending, missed } = figures;
  if (toSend === 0) return "nobody";
  const isOver = closesAt <= now;
  if (!isOver && (opensAt > now || !isFrozen)) return "waiting";
  if (!isOver && (pending > 0 || !isPlanned)) return "sending";
  if (missed === toSend) return "nothing_sent";
  return missed + pending > 0 ? "done_with_misses" : "done";
}

/** How far a zone is, given its channels. A channel with nobody to send to doesn't count beside one with someone. */
export function zoneStateOf(channels: readonly ZoneState[]): ZoneState {
  const states = channels.filter((state) => state !== "nobody");
  const [first] = states;
  if (first === undefined) return "nobody";
  if (states.includes("sending")) return "sending";
  if (states.includes("waiting")) return "waiting";
  return states.every((state) => state === first) ? first : "done_with_misses";
}
