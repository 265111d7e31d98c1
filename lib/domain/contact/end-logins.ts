import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";

/**
 * Ends a subscriber's unused login links and sessions. Links first: if one is being redeemed, this waits for
 * its session and ends that too.
 *
 * @param keptSessionId a session that isn't ended
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
