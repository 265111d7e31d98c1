import type { Buyer } from "@/lib/contracts/onboarding";
import { priceOf, type StoredPrice } from "@/lib/contracts/plans";
import type { Context } from "../context";

/** The first screen knows the buyer for this long after the purchase (days). */
const knownDays = 14;

/**
 * The buyer of a recent purchase, for the first onboarding screen. Null until Paddle's event has arrived, and
 * once the sign-up is complete, so that an old link to that screen doesn't reveal the buyer.
 *
 * @param uid from the checkout
 */
export async function findBuyer(
  { db, clock }: Pick<Context, "db" | "clock">,
  uid: string,
): Promise<Buyer | null> {
  const [buyer] = await db.$queryRaw<(StoredPrice & Omit<Buyer, "price">)[]>`
    SELECT c.email, s.plan, s.price, s.currency, s.is_tax_added AS "isTaxAdded",
      s.is_discounted AS "isDiscounted", s.first_charge_at AS "firstChargeAt"
    FROM onboarding_records r
    JOIN subscriptions s ON s.paddle_subscription_id = r.paddle_subscription_id
    JOIN paddle_customers c ON c.id = s.paddle_customer_id
    WHERE r.uid = ${uid.replaceAll("\0", "")} AND r.completed_at IS NULL
      AND r.created_at > ${clock.now()}::timestamptz - make_interval(days => ${knownDays}::int)`;
  if (!buyer) return null;
  const { email, firstChargeAt } = buyer;
  return { email, firstChargeAt, price: priceOf(buyer) };
}
