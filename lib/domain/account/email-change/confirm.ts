import type { Transaction } from "@/lib/platform/database/database";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import { applyIfDue } from "./apply";
import { lockChange } from "./lock";
import { findWait, isOpen, type StoredChange, type Wait } from "./wait";

/** A link that confirms a new address, as its page shows it. */
export type EmailChangeView =
  /** `stopped`: by the current address or the team, or because someone else now has the address. */
  | { state: "invalid" | "expired" | "applied" | "stopped" }
  /** Not confirmed yet, or confirmed and waiting. */
  | { state: "open" | "confirmed"; email: string; wait: Wait; timezone: string };

/** What confirming would do, or did. Changes nothing. */
export async function findEmailChange(ctx: Context, id: number): Promise<EmailChangeView> {
  const found = await ctx.db.emailChange.findUnique({
    where: { id },
    include: { subscriber: { select: { email: true, timezone: true } } },
  });
  if (!found) return { state: "invalid" };
  const { subscriber, email, confirmedAt } = found;
  if (!isOpen(found, ctx.clock.now())) return { state: endOf(found) };
  const wait = await findWait(ctx, ctx.db, found, subscriber.email);
  const state = confirmedAt === null ? "open" : "confirmed";
  return { state, email, wait, timezone: subscriber.timezone };
}

function endOf({ outcome, confirmedAt }: StoredChange): "expired" | "applied" | "stopped" {
  if (outcome === null) return confirmedAt === null ? "expired" : "applied";
  return outcome === "applied" ? "applied" : "stopped";
}

/**
 * Confirms a new address. It becomes the subscriber's right away, or once the time to object is over.
 * Repeating it changes nothing.
 *
 * @returns false if another subscriber now has the address. A link that expired, was replaced, or was stopped
 *   isn't refused: its page says so.
 */
export async function confirmEmailChange(ctx: Context, id: number): Promise<boolean> {
  const { state } = await findEmailChange(ctx, id);
  if (state !== "open") return true;
  try {
    return await ctx.db.$transaction((tx) => confirm(ctx, tx, id));
  } catch (error) {
    if (violatedUniqueIndex(error) === null) throw error;
    return false;
  }
}

async function confirm(ctx: Context, tx: Transaction, id: number): Promise<boolean> {
  const locked = await lockChange(tx, id);
  const now = ctx.clock.now();
  if (!locked || locked.change.confirmedAt !== null || !isOpen(locked.change, now)) return true;
  const { subscriberId, email, currentEmail } = locked.change;
  const others = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM subscribers WHERE lower(email) = lower(${email}) AND id <> ${subscriberId}`;
  if (others.length > 0) return false;
  const change = await tx.emailChange.update({
    where: { id },
    // An older version may have stored the request without it.
    data: { confirmedAt: now, currentEmail: currentEmail ?? locked.current },
  });
  await recordAudit(ctx, tx, {
    actor: `subscriber:${subscriberId}`,
    action: "email_change.confirmed",
    subject: `subscriber:${subscriberId}`,
    detail: { after: { email } },
  });
  await applyIfDue(ctx, tx, { change, current: locked.current });
  return true;
}
