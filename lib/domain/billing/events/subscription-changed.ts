import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import type { SubscriptionSnapshot, Version } from "../../ports/payments";
import { mirrorSubscription } from "../paddle-sync";

/**
 * Every `subscription.…` event: each carries the whole subscription, so only the newest counts,
 * whatever its name (trial, activation, renewal, past due, pause, resume, cancellation).
 */
export async function applySubscriptionChanged(
  ctx: Context,
  tx: Transaction,
  event: Version & { subscription: SubscriptionSnapshot },
): Promise<void> {
  await mirrorSubscription(ctx, tx, event.subscription, event);
}
