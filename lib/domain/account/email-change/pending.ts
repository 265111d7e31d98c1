import type { PendingEmailChange } from "@/lib/contracts/admin/person";
import type { Context } from "../../context";
import { findWait, isOpen } from "./wait";

/**
 * A new address that the team entered and that hasn't taken effect, or why it won't. Null once it took
 * effect, was withdrawn, or expired.
 */
export async function findPendingEmailChange(
  ctx: Context,
  subscriberId: number,
): Promise<PendingEmailChange | null> {
  const found = await ctx.db.emailChange.findUnique({
    where: { subscriberId },
    include: { subscriber: { select: { email: true } } },
  });
  if (!found) return null;
  const { email, confirmedAt, outcome, subscriber } = found;
  const facts = { email, isConfirmed: confirmedAt !== null, takesEffectAt: null };
  if (outcome === "stopped" || outcome === "taken") return { ...facts, state: outcome };
  if (!isOpen(found, ctx.clock.now())) return null;
  const wait = await findWait(ctx, ctx.db, found, subscriber.email);
  const takesEffectAt = wait.state === "waiting" ? wait.until.toISOString() : null;
  return { ...facts, state: wait.state, takesEffectAt };
}
