import type { MoneyOverview } from "@/lib/contracts/admin/money";
import type { Context } from "../context";

type Retries = MoneyOverview["retries"];

const shown = 10;

type Row = Omit<Retries["rows"][number], "since"> & { since: Date };

/** Subscriptions whose latest charge failed and that Paddle still retries, oldest failure first. */
export async function listRetries(ctx: Context, currency: string): Promise<Retries> {
  const rows = await ctx.db.$queryRaw<(Row & { subscribers: number; total: number })[]>`
    WITH failing AS (
      SELECT s.id, s.paddle_subscription_id, s.subscriber_id, s.plan, f.amount, f.currency, f.reason,
        f.attempts, p.occurred_at AS past_due_at,
        coalesce(p.occurred_at, s.paddle_occurred_at, s.created_at) AS since
      FROM subscriptions s
      LEFT JOIN LATERAL (
        SELECT e.amount, e.currency, e.reason, e.attempts FROM money_events e
        WHERE e.subscription_id = s.paddle_subscription_id AND e.kind = 'failure'
        ORDER BY e.occurred_at DESC LIMIT 1) f ON true
      LEFT JOIN LATERAL (
        SELECT c.occurred_at FROM money_changes c
        WHERE c.subscription_id = s.paddle_subscription_id AND c.kind = 'past_due'
        ORDER BY c.occurred_at DESC LIMIT 1) p ON true
      WHERE s.status = 'past_due' AND s.paddle_subscription_id IS NOT NULL),
    sums AS (
      SELECT count(*)::int AS subscribers,
        coalesce(sum(amount) FILTER (WHERE currency = ${currency}), 0)::float8 AS total
      FROM failing),
    oldest AS (SELECT * FROM failing ORDER BY since, id LIMIT ${shown})
    SELECT sums.*, o.paddle_subscription_id AS "subscriptionId", r.id AS "subscriberId", r.name,
      r.email, o.plan, coalesce(o.amount, 0)::float8 AS amount,
      coalesce(o.currency, ${currency}) AS currency, o.reason, o.since,
      greatest(1, o.attempts, (
        SELECT count(*)::int FROM money_events e
        WHERE e.subscription_id = o.paddle_subscription_id AND e.kind = 'failure'
          AND e.occurred_at >= o.past_due_at - interval '1 hour')) AS attempts
    FROM oldest o CROSS JOIN sums LEFT JOIN subscribers r ON r.id = o.subscriber_id
    ORDER BY o.since, o.id`;
  const [first] = rows;
  return {
    subscribers: first?.subscribers ?? 0,
    amount: first?.total ?? 0,
    rows: rows.map(toRow),
  };
}

function toRow({
  subscriptionId,
  subscriberId,
  name,
  email,
  ...row
}: Row): Retries["rows"][number] {
  const { plan, amount, currency, reason, attempts, since } = row;
  const person = { subscriptionId, subscriberId, name, email };
  return { ...person, plan, amount, currency, reason, attempts, since: since.toISOString() };
}
