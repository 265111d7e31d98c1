import type { Context } from "../../context";

/** The providers whose pace is held across all workers. */
export type RateLimitedProvider = "postmark" | "twilio";

/**
 * Takes a place in the provider's queue: a token bucket in the database, so that all workers
 * together keep to the rate.
 *
 * @param units segments or messages to be sent at that place
 * @param unitsPerSecond what the provider's sender carries
 * @returns real milliseconds to wait before sending
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

/** Why a provider is left alone for a while. */
export type PauseReason = "throttled" | "unauthorized";

/** Leaves a provider alone for a while; a longer pause stands. */
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

/** Real milliseconds for which a provider is still to be left alone; 0 when it is not. */
export async function remainingPauseMs(
  ctx: Context,
  provider: RateLimitedProvider,
): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ ms: number | null }[]>`
    SELECT extract(epoch FROM paused_until - now())::float8 * 1000 AS ms
    FROM provider_rate_limits WHERE provider = ${provider}`;
  return Math.max(0, row?.ms ?? 0);
}

/**
 * How long to wait before trying again, in milliseconds: doubling from half a second up to half a
 * minute, with jitter so that workers do not come back all at once.
 *
 * @param failures how often it went wrong before
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(30_000, 500 * 2 ** Math.min(failures, 10));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
