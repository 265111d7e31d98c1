import type { Buyer } from "@/lib/contracts/onboarding";
import type { Context } from "../context";

/** The first screen knows the buyer for this long after the purchase (days). */
const knownDays = 14;

/**
 * The buyer of a recent purchase, for the first onboarding screen. Null once the sign-up is complete, so
 * that an old address of that screen tells nobody who bought; and until Paddle's event has arrived.
 *
 * @param uid from the checkout
 */
export async function findBuyer(
  { db, clock }: Pick<Context, "db" | "clock">,
  uid: string,
): Promise<Buyer | null> {
  const [buyer] = await db.$queryRaw<Buyer[]>`
    SELECT c.email, CASE WHEN s.plan IN ('annual', 'monthly') THEN s.plan END AS plan,
      s.first_charge_at AS "firstChargeAt"
    FROM onboarding_records r
    JOIN subscriptions s ON s.paddle_subscription_id = r.paddle_subscription_id
    JOIN paddle_customers c ON c.id = s.paddle_customer_id
    WHERE r.uid = ${uid.replaceAll("\0", "")} AND r.completed_at IS NULL
      AND r.created_at > ${clock.now()}::timestamptz - make_interval(days => ${knownDays}::int)`;
  return buyer ?? null;
}
