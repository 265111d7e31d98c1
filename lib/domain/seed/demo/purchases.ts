import type { Transaction } from "@/lib/platform/database/database";

/** A subscription with its history, in the sandbox's format. Instants are ISO 8601 texts. */
export type DemoPurchase = {
  customer: { id: string; email: string; name: string | null };
  subscriptionId: string;
  uid: string;
  plan: string;
  status: string;
  startedAt: string;
  trialEndsAt: string;
  firstBilledAt: string | null;
  nextBilledAt: string | null;
  periodEndsAt: string | null;
  cancelAt: string | null;
  canceledAt: string | null;
  updatedAt: string;
  /** The newest payment, and those of the last two months, oldest first. */
  payments: {
    id: string;
    plan: string;
    amount: number;
    at: string;
    periodEndsAt: string;
    refund: { id: string; at: string } | null;
  }[];
};

const pageSize = 1_000;

/** What Paddle would know about everyone in the demo, in chunks of a thousand. */
export async function* listPurchases(
  tx: Transaction,
  now: Date,
): AsyncGenerator<readonly DemoPurchase[]> {
  await tx.$executeRaw`ANALYZE payments, subscriptions, adjustments`;
  for (let after = 0; ;) {
    const rows = await tx.$queryRaw<{ i: bigint; purchase: DemoPurchase }[]>`
      SELECT p.i, jsonb_build_object(
        'customer', jsonb_build_object('id', p.customer_id, 'email', p.email, 'name', p.name),
        'subscriptionId', p.subscription_id, 'uid', 'uid_demo' || p.i, 'plan', s.plan,
        'status', s.status, 'startedAt', pg_temp.instant(p.joined_at),
        'trialEndsAt', pg_temp.instant(s.first_charge_at),
        'firstBilledAt', CASE WHEN p.trial = 'paid' AND s.status <> 'trialing'
          THEN pg_temp.instant(s.first_charge_at) END,
        'nextBilledAt', pg_temp.instant(s.next_charge_at),
        'periodEndsAt', pg_temp.instant(paid.until), 'cancelAt', pg_temp.instant(s.cancel_at),
        'canceledAt', pg_temp.instant(s.canceled_at),
        'updatedAt', pg_temp.instant(coalesce(s.canceled_at, paid.at)),
        'payments', paid.payments) AS purchase
      FROM (SELECT * FROM demo_people WHERE i > ${after} ORDER BY i LIMIT ${pageSize}) p
      JOIN subscriptions s ON s.paddle_subscription_id = p.subscription_id
      CROSS JOIN LATERAL (
        SELECT max(at) AS at, max(period_ends_at) AS until, jsonb_agg(jsonb_build_object(
            'id', id, 'plan', plan, 'amount', amount, 'at', pg_temp.instant(at),
            'periodEndsAt', pg_temp.instant(period_ends_at), 'refund', refund) ORDER BY at)
          FILTER (WHERE newest = 1 OR at > ${now}::timestamptz - interval '62 days') AS payments
        FROM (
          SELECT y.paddle_transaction_id AS id, coalesce(c.plan, p.plan) AS plan,
            coalesce(c.amount, 0) AS amount, coalesce(c.at, p.joined_at) AS at, y.period_ends_at,
            row_number() OVER (ORDER BY c.at DESC NULLS LAST) AS newest,
            (SELECT jsonb_build_object('id', a.paddle_adjustment_id, 'at', pg_temp.instant(a.changed_at))
              FROM adjustments a WHERE a.paddle_transaction_id = y.paddle_transaction_id) AS refund
          FROM payments y LEFT JOIN demo_charges c
            ON c.i = p.i AND 'txn_demo' || c.i || '_' || c.number = y.paddle_transaction_id
          WHERE y.paddle_subscription_id = p.subscription_id) each) paid
      ORDER BY p.i`;
    if (rows.length === 0) return;
    after = Number(rows.at(-1)?.i);
    yield rows.map(({ purchase }) => purchase);
  }
}
