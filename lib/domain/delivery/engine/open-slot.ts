import { toDatabaseDate } from "@/lib/calendar/days";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { freezeEdition } from "../content/editions";
import type { Slot } from "../schedule/slots";
import { findOwedMessage } from "./owed";

/** A slot that has opened, as stored. */
export type SlotRow = {
  id: number;
  editionId: number | null;
  plannedAt: Date | null;
  closedAt: Date | null;
};

const slotColumns = { id: true, editionId: true, plannedAt: true, closedAt: true } as const;

/** Milliseconds. Rendering a long post takes a moment, and so can an edit that is being saved. */
const transactionLimits = { maxWait: 10_000, timeout: 30_000 };

function slotKey({ localDate, timezone, channel }: Slot) {
  return {
    localDate_timezone_channel: { localDate: toDatabaseDate(localDate), timezone, channel },
  };
}

/** The stored row of a slot; null when it hasn't opened. */
export async function findSlotRow(ctx: Context, slot: Slot): Promise<SlotRow | null> {
  return ctx.db.deliverySlot.findUnique({ where: slotKey(slot), select: slotColumns });
}

/** The edition that the zone's other channel already sends on this date: both send the same one. */
async function findSiblingEdition(tx: Transaction, slot: Slot): Promise<number | null> {
  const sibling = await tx.deliverySlot.findFirst({
    where: {
      localDate: toDatabaseDate(slot.localDate),
      timezone: slot.timezone,
      editionId: { not: null },
    },
    select: { editionId: true },
  });
  return sibling?.editionId ?? null;
}

async function freezeContent(ctx: Context, tx: Transaction, slot: Slot): Promise<number | null> {
  if (slot.closesAt > ctx.clock.now()) return freezeEdition(ctx, tx, slot.localDate);
  const message = await findOwedMessage(tx, slot);
  return message && freezeEdition(ctx, tx, slot.localDate, message);
}

/**
 * Opens a slot and freezes its content: as it is now or, once the slot is over, as it was. Null when the date
 * has no active message that may be sent, or had none.
 */
export async function openSlot(ctx: Context, slot: Slot): Promise<SlotRow | null> {
  return ctx.db.$transaction(async (tx) => {
    // The lock covers both channels of the zone, so that they get the same edition.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`slot:${slot.localDate}:${slot.timezone}`}))`;
    const sibling = await findSiblingEdition(tx, slot);
    const editionId = sibling ?? (await freezeContent(ctx, tx, slot));
    if (editionId === null) return null;
    return tx.deliverySlot.upsert({
      where: slotKey(slot),
      create: {
        localDate: toDatabaseDate(slot.localDate),
        timezone: slot.timezone,
        channel: slot.channel,
        editionId,
        opensAt: slot.opensAt,
        closesAt: slot.closesAt,
      },
      update: { editionId },
      select: slotColumns,
    });
  }, transactionLimits);
}
