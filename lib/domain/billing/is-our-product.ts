import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Database, Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { raiseAlert } from "../outbox/operator-alerts";

/** The fields of a subscription or transaction that show whether it's ours. */
type Purchased = { subscriptionId: string | null; priceIds: readonly string[] };

function hasOurPrice({ settings }: Pick<Context, "settings">, { priceIds }: Purchased): boolean {
  return priceIds.some((id) => settings.priceIds.includes(id));
}

async function isStored(db: Database | Transaction, subscriptionId: string | null) {
  if (subscriptionId === null) return false;
  const where = { paddleSubscriptionId: subscriptionId };
  return (await db.subscription.count({ where })) > 0;
}

/**
 * Whether a transaction pays for the briefing: by its prices, or because we have its subscription.
 * Other products may be sold in the same Paddle account.
 */
export async function isOurPayment(
  ctx: Pick<Context, "settings">,
  db: Database | Transaction,
  payment: Purchased,
): Promise<boolean> {
  return hasOurPrice(ctx, payment) || (await isStored(db, payment.subscriptionId));
}

/**
 * The same for a subscription. Alerts the operator, once for each price that isn't configured. A
 * subscription that we already have stays, because its price was probably just left out of
 * `PADDLE_FORMER_PRICES`.
 */
export async function isOurSubscription(
  ctx: Context,
  db: Database | Transaction,
  subscription: Purchased & { subscriptionId: string },
): Promise<boolean> {
  if (hasOurPrice(ctx, subscription)) return true;
  const { subscriptionId, priceIds } = subscription;
  const isServed = await isStored(db, subscriptionId);
  const price = priceIds[0] ?? "none";
  const alert = isServed ? operatorAlertMessages.unknownPrice : operatorAlertMessages.otherProduct;
  await raiseAlert(
    { ...ctx, db },
    { key: `${isServed ? "unknown" : "other"}-price:${price}`, ...alert(price, subscriptionId) },
  );
  return isServed;
}
