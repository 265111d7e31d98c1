import type { Context } from "../../context";

/** The providers whose rate limit all workers share. */
export type RateLimitedProvider = "postmark" | "twilio";

/**
 * Reserves sending capacity at a provider. The reservation is a row in the database, so all workers
 * together stay under the rate.
 *
 * @param units segments or messages to send
 * @param unitsPerSecond the rate our sender is allowed
 * @returns milliseconds to wait before sending (real time)
 */
export async function reserveCapacity(
  ctx: Context,
  provider: RateLimitedProvider,
  units: number,
  unitsPerSecond: number,
): Promise<number> {
  const costS = units / unitsPerSecond;
  const [row] = await ctx.db.$queryRaw<{ wait_ms: number }[]>`
    INSERT INTO provider_rate_limits (provider, next_send_at)
    VALUES (${provider}, now() + make_interval(secs => ${costS}))
    ON CONFLICT (provider) DO UPDATE
      SET next_send_at = greatest(provider_rate_limits.next_send_at, now()) + make_interval(secs => ${costS})
    RETURNING (extract(epoch FROM next_send_at - now()) - ${costS})::float8 * 1000 AS wait_ms`;
  return Math.max(0, row?.wait_ms ?? 0);
}

/** Why a provider is paused. */
export type PauseReason = "throttled" | "unauthorized" | "rejecting";

/** Stops all calls to a provider for a while. A longer pause that is already set wins. */
export async function pauseProvider(
  ctx: Context,
  provider: RateLimitedProvider,
  pauseMs: number,
  reason: PauseReason,
): Promise<void> {
  const seconds = pauseMs / 1_000;
  await ctx.db.$executeRaw`
    INSERT INTO provider_rate_limits (provider, next_send_at, paused_until, pause_reason)
    VALUES (${provider}, now(), now() + make_interval(secs => ${seconds}), ${reason})
    ON CONFLICT (provider) DO UPDATE SET
      paused_until = greatest(provider_rate_limits.paused_until, excluded.paused_until),
      pause_reason = excluded.pause_reason`;
}

/** Milliseconds left of a provider's pause (real time); 0 when it isn't paused. */
export async function remainingPauseMs(
  ctx: Context,
  provider: RateLimitedProvider,
): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ ms: number | null }[]>`
    SELECT extract(epoch FROM paused_until - now())::float8 * 1000 AS ms
    FROM provider_rate_limits WHERE provider = ${provider}`;
  return Math.max(0, row?.ms ?? 0);
}
