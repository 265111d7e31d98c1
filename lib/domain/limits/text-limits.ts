import { limits } from "@/lib/contracts/limits";
import type { Context } from "../context";
import { takeHit } from "./rate-limit";

/**
 * Counts one text that a person causes: one per 30 seconds and five a day per number, ten a day
 * per client address, over all screens and processes.
 *
 * @param phoneNumber E.164
 * @throws AppError 429 with `retryAfterS`
 */
export async function takeTextHits(
  ctx: Context,
  phoneNumber: string,
  clientAddress: string,
): Promise<void> {
  await takeHit(ctx, `text-number:${phoneNumber}`, limits.textPerNumber);
  await takeHit(ctx, `text-number-day:${phoneNumber}`, limits.textsPerNumberPerDay);
  await takeHit(ctx, `text-address-day:${clientAddress}`, limits.textsPerAddressPerDay);
}
