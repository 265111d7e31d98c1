import type { MoneyOverview } from "@/lib/contracts/admin/money";
import { formatAmount } from "@/lib/contracts/money";
import { moneyAlertMessages } from "@/lib/messages/admin/money";
import type { ReconcileReport } from "../billing/reconcile";
import type { Context } from "../context";
import { raiseAlert } from "../outbox/operator-alerts";
import { deriveMoney } from "./derive";
import { listCurrencyMonths, sumCounted } from "./sums";

/**
 * Compares our figures with those from Paddle's list, which was just read for reconciliation. Stores the
 * result, and alerts the operator when they differ by more than what changed during the comparison.
 */
export async function checkMoney(
  ctx: Context,
  { sums, startedAt }: Pick<ReconcileReport, "sums" | "startedAt">,
): Promise<void> {
  await deriveMoney(ctx);
  const ours = sumCounted(await listCurrencyMonths(ctx));
  const [{ moving } = { moving: 0 }] = await ctx.db.$queryRaw<{ moving: number }[]>`
    SELECT count(DISTINCT subscription_id)::int AS moving FROM money_changes
    WHERE occurred_at >= ${startedAt} AND yearly <> old_yearly`;
  const at = ctx.clock.now();
  const none = { paying: 0, yearly: 0 };
  const currencies = new Set([...ours, ...sums].map(({ currency }) => currency));
  for (const currency of currencies) {
    const own = ours.find((each) => each.currency === currency) ?? none;
    const paddle = sums.find((each) => each.currency === currency) ?? none;
    await ctx.db.moneyCheck.create({
      data: {
        at,
        currency,
        paying: own.paying,
        paddlePaying: paddle.paying,
        yearly: own.yearly,
        paddleYearly: paddle.yearly,
        moving,
      },
    });
    if (matches(own, paddle, moving)) continue;
    await raiseAlert(ctx, {
      key: `money:${at.toISOString()}:${currency}`,
      ...moneyAlertMessages.differs(
        { currency, own: describe(own, currency), paddle: describe(paddle, currency) },
        `${ctx.settings.siteUrl}/admin/money`,
      ),
    });
  }
}

type Sum = { paying: number; yearly: number };

function describe({ paying, yearly }: Sum, currency: string) {
  return { paying, mrr: formatAmount(Math.round(yearly / 12), currency) };
}

function matches(own: Sum, paddle: Sum, moving: number): boolean {
  if (moving > 0) return Math.abs(own.paying - paddle.paying) <= moving;
  return own.paying === paddle.paying && own.yearly === paddle.yearly;
}

/** The latest comparison in a currency; null before the first one. */
export async function findCheck(ctx: Context, currency: string): Promise<MoneyOverview["check"]> {
  const found = await ctx.db.moneyCheck.findFirst({
    where: { currency },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
  if (!found) return null;
  const { at, paying, paddlePaying, moving } = found;
  const [yearly, paddleYearly] = [Number(found.yearly), Number(found.paddleYearly)];
  return {
    at: at.toISOString(),
    paying,
    paddlePaying,
    mrr: Math.round(yearly / 12),
    paddleMrr: Math.round(paddleYearly / 12),
    matches: matches({ paying, yearly }, { paying: paddlePaying, yearly: paddleYearly }, moving),
  };
}
