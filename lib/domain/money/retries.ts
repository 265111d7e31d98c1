import type { MoneyOverview } from "@/lib/contracts/admin/money";
import type { Context } from "../context";

type Retries = MoneyOverview["retries"];

const shown = 10;

type Row = Omit<Retries["rows"][number], "since"> & { since: Date };

/** Subscriptions whose latest charge failed and that Paddle still retries, the oldest failure first. */
export async function listRetries(ctx: Context, currency: string): Promise<Retries> {
  const [sum] = await ctx.db.$queryRaw<{ subscribers: number; amount: number }[]>`
    SELECT count(*)::int AS subscribers,
      coalesce(sum(f.amount) FILTER (WHERE f.currency = ${currency}), 0)::float8 AS amount
    FROM subscriptions s LEFT JOIN LATERAL (
      SELECT e.amount, e.currency FROM money_events e
      WHERE e.subscription_id = s.paddle_subscription_id AND e.kind = 'failure'
      ORDER BY e.occurred_at DESC LIMIT 1) f ON true
    WHERE s.status = 'past_due' AND s.paddle_subscription_id IS NOT NULL`;
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT s.paddle_subscription_id AS "subscriptionId", r.id AS "subscriberId", r.name, r.email,
      s.plan, coalesce(f.amount, 0)::float8 AS amount, coalesce(f.currency, ${currency}) AS currency,
      f.reason, coalesce(f.attempts, 1) AS attempts,
      coalesce(f.since, s.paddle_occurred_at, s.created_at) AS since
    FROM subscriptions s LEFT JOIN subscribers r ON r.id = s.subscriber_id
    LEFT JOIN LATERAL (
      SELECT last.amount, last.currency, last.reason, c.occurred_at AS since,
        greatest(last.attempts, (
          SELECT count(*)::int FROM money_events e WHERE e.subscription_id = last.subscription_id
            AND e.kind = 'failure' AND e.occurred_at >= c.occurred_at - interval '1 hour')) AS attempts
      FROM money_events last LEFT JOIN LATERAL (
        SELECT c.occurred_at FROM money_changes c
        WHERE c.subscription_id = last.subscription_id AND c.kind = 'past_due'
        ORDER BY c.occurred_at DESC LIMIT 1) c ON true
      WHERE last.subscription_id = s.paddle_subscription_id AND last.kind = 'failure'
      ORDER BY last.occurred_at DESC LIMIT 1) f ON true
    WHERE s.status = 'past_due' AND s.paddle_subscription_id IS NOT NULL
    ORDER BY since, s.id LIMIT ${shown}`;
  return {
    subscribers: sum?.subscribers ?? 0,
    amount: sum?.amount ?? 0,
    rows: rows.map((row) => ({ ...row, since: row.since.toISOString() })),
  };
}
