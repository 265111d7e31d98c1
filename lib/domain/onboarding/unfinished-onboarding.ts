import type { Context } from "../context";

/**
 * The uid of a subscriber who paid but never completed onboarding, or null. They can continue at
 * `/onboarding?uid=…`. While their trial is refused, the account says so first.
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
  const refused = { subscriberId, status: "trialing", endReason: "repeat_trial" };
  if ((await ctx.db.subscription.count({ where: refused })) > 0) return null;
  return records[0]?.uid ?? null;
}
