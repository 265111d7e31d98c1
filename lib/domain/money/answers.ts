import { leaveAnswers, type MoneyOverview } from "@/lib/contracts/admin/money";
import type { Context } from "../context";

const shownComments = 5;

/**
 * Why people canceled, by their own answers.
 *
 * @param from first month, YYYY-MM
 */
export async function countAnswers(ctx: Context, from: string): Promise<MoneyOverview["answers"]> {
  const since = new Date(`${from}-01T00:00:00Z`);
  const [counted, comments] = await Promise.all([
    ctx.db.moneyEvent.groupBy({
      by: ["answer"],
      where: { kind: "request", answer: { not: null }, occurredAt: { gte: since } },
      _count: true,
      orderBy: { _count: { answer: "desc" } },
    }),
    ctx.db.moneyEvent.findMany({
      where: { kind: "request", comment: { not: null }, occurredAt: { gte: since } },
      select: { comment: true, occurredAt: true },
      orderBy: { occurredAt: "desc" },
      take: shownComments,
    }),
  ]);
  return {
    rows: counted.flatMap(({ answer, _count: people }) => {
      const known = leaveAnswers.find((each) => each === answer);
      return known ? [{ answer: known, people }] : [];
    }),
    comments: comments.map(({ comment, occurredAt }) => ({
      comment: comment ?? "",
      at: occurredAt.toISOString(),
    })),
  };
}

/** How many people currently get the briefing as a gift. */
export function countGifts({ db, clock }: Context): Promise<number> {
  return db.subscription.count({
    where: { giftReason: { not: null }, stoppedAt: null, accessEndsAt: { gt: clock.now() } },
  });
}
