import { limits } from "@/lib/contracts/limits";
import type { Context } from "../context";
import { enforceRateLimit } from "./rate-limit";

/**
 * Counts one text that someone triggered: one per 30 seconds and five a day per number, and ten a
 * day per client address, across all screens and processes.
 *
 * @param phoneNumber E.164
 * @throws AppError 429 with `retryAfterS`
 */
export async function enforceTextLimits(
  ctx: Context,
  phoneNumber: string,
  clientAddress: string,
): Promise<void> {
  await enforceRateLimit(ctx, `text-number:${phoneNumber}`, limits.textPerNumber);
  await enforceRateLimit(ctx, `text-number-day:${phoneNumber}`, limits.textsPerNumberPerDay);
  await enforceRateLimit(ctx, `text-address-day:${clientAddress}`, limits.textsPerAddressPerDay);
}
