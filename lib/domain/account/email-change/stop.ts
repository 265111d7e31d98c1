import { subscribersPath } from "@/lib/contracts/admin/subscribers";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import { raiseAlert } from "../../outbox/operator-alerts";
import { lockChange } from "./lock";
import { findWait, isOpen, type Wait } from "./wait";

/** A link that stops a change of address, as its page shows it. */
export type StopView =
  /** `over`: it was withdrawn or replaced, or has expired. */
  { state: "over" | "stopped" | "applied" } | { state: "open"; wait: Wait; timezone: string };

/** What stopping would do, or did. Changes nothing. */
export async function findStoppable(ctx: Context, id: number): Promise<StopView> {
  const found = await ctx.db.emailChange.findUnique({
    where: { id },
    include: { subscriber: { select: { email: true, timezone: true } } },
  });
  if (!found) return { state: "over" };
  const { outcome, subscriber } = found;
  if (isOpen(found, ctx.clock.now())) {
    const wait = await findWait(ctx, ctx.db, found, subscriber.email);
    return { state: "open", wait, timezone: subscriber.timezone };
  }
  return { state: outcome === "stopped" || outcome === "applied" ? outcome : "over" };
}

/**
 * Stops a change of address for the reader of the current one, and tells the team. Repeating it changes
 * nothing.
 */
export async function stopEmailChange(ctx: Context, id: number): Promise<void> {
  await ctx.db.$transaction((tx) => endUnapplied(ctx, tx, id, "stopped"));
}

const describe = {
  stopped: operatorAlertMessages.emailChangeStopped,
  taken: operatorAlertMessages.emailChangeTaken,
};

/**
 * Ends an open change of address without making it, and tells the team.
 *
 * @param outcome `taken`: another subscriber now has the new address
 */
export async function endUnapplied(
  ctx: Context,
  tx: Transaction,
  id: number,
  outcome: "stopped" | "taken",
): Promise<void> {
  const locked = await lockChange(tx, id);
  const now = ctx.clock.now();
  if (!locked || !isOpen(locked.change, now)) return;
  const { subscriberId, email } = locked.change;
  await tx.emailChange.update({ where: { id }, data: { endedAt: now, outcome } });
  const subject = `subscriber:${subscriberId}` as const;
  await recordAudit(ctx, tx, {
    actor: outcome === "stopped" ? subject : "system",
    action: `email_change.${outcome}`,
    subject,
    detail: { after: { email } },
  });
  const url = `${ctx.settings.siteUrl}${subscribersPath}/${subscriberId}`;
  const key = `email_change_${outcome}:${id}`;
  await raiseAlert({ ...ctx, db: tx }, { key, ...describe[outcome](url) });
}
