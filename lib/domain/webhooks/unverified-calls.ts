import { limits } from "@/lib/contracts/limits";
import { deliveryMessages } from "@/lib/messages/deliveries";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../context";
import { networkOf } from "@/lib/platform/client-network";
import { perClientAddress } from "../limits/per-client-address";
import { enforceRateLimits, isStartOfBurst } from "../limits/rate-limit";
import { raiseAlert } from "../outbox/operator-alerts";
import type { WebhookSource } from "./provider-events";

/**
 * Counts a provider's webhook call whose sender couldn't be verified, and alerts the operator when a burst
 * begins. Only unverified calls are counted and refused, so nobody can lock out a provider.
 *
 * @returns the 401 to answer
 * @throws AppError 429 after too many from one client address, which makes a provider with wrong
 *   credentials try again later instead of dropping its event
 */
export async function recordUnverifiedCall(
  ctx: Context,
  source: WebhookSource,
  clientAddress: string,
): Promise<AppError> {
  const limit = limits.webhookFailuresPerAddress;
  await enforceRateLimits(ctx, perClientAddress(`webhook-failure:${source}`, clientAddress, limit));
  const network = networkOf(clientAddress);
  ctx.log.warn({ source, network }, "webhook call not authentic");
  if (await isStartOfBurst(ctx, `webhook-failures:${source}`, limits.webhookFailureBurst)) {
    await raiseAlert(ctx, {
      key: `webhook-failures:${source}:${ctx.clock.now().toISOString()}`,
      ...operatorAlertMessages.webhookFailures(source, limits.webhookFailureBurst.hits, network),
    });
  }
  return new AppError(401, deliveryMessages.webhooks.notAuthentic);
}
