import type { Context } from "../context";

/**
 * The checkout's uid of somebody who has paid and never finished the sign-up, or null. The address
 * `/onboarding?uid=…` is where they go on.
 */
export async function findUnfinishedOnboarding(
  ctx: Pick<Context, "db">,
  subscriberId: number,
): Promise<string | null> {
  const records = await ctx.db.onboardingRecord.findMany({
    where: { subscriberId },
    select: { uid: true, completedAt: true },
    orderBy: { id: "desc" },
  });
  if (records.some(({ completedAt }) => completedAt !== null)) return null;
  return records[0]?.uid ?? null;
}
