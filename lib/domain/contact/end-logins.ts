import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";

/**
 * Ends what opens a subscriber's account: login links that weren't used, and sessions. Links first: one
 * that is being redeemed has opened its session by then.
 *
 * @param keptSessionId a session that stays
 */
export async function endLogins(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  subscriberId: number,
  keptSessionId: string | null = null,
): Promise<void> {
  const now = ctx.clock.now();
  await tx.loginToken.updateMany({
    where: { subscriberId, consumedAt: null, replacedAt: null },
    data: { replacedAt: now },
  });
  await tx.session.updateMany({
    where: {
      subscriberId,
      revokedAt: null,
      ...(keptSessionId !== null && { id: { not: keptSessionId } }),
    },
    data: { revokedAt: now },
  });
}
