import type { Context } from "../../context";

/** The providers whose rate limit all workers share. */
export type RateLimitedProvider = "postmark" | "twilio";

/**
 * Reserves time for sending to a provider. The reservation is a row in the database, so the workers'
 * times never overlap.
 *
 * @param forMs how long sending takes at the allowed rate
 * @returns milliseconds to wait before sending (real time)
 */
export async function reserveCapacity(
  ctx: Context,
  provider: RateLimitedProvider,
  forMs: number,
): Promise<number> {
  const costS = forMs / 1_000;
  const [row] = await ctx.db.$queryRaw<{ wait_ms: number }[]>`
    INSERT INTO provider_rate_limits (provider, next_send_at)
    VALUES (${provider}, now() + make_interval(secs => ${costS}))
    ON CONFLICT (provider) DO UPDATE
      SET next_send_at = greatest(provider_rate_limits.next_send_at, now()) + make_interval(secs => ${costS})
    RETURNING (extract(epoch FROM next_send_at - now()) - ${costS})::float8 * 1000 AS wait_ms`;
  return Math.max(0, row?.wait_ms ?? 0);
}

/** Why a provider is paused. */
export type PauseReason = "throttled" | "unauthorized" | "rejecting" | "unanswered";

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

/** After this many calls in a row without any answer, a provider is left alone for a while. */
const maxUnanswered = 3;

/** Real time; a probe takes ten seconds at most. */
const probeMs = 15_000;

/** Whether a provider may be called now. All times are real. */
export type Admission =
  | { isAdmitted: true; unanswered: number }
  /** Milliseconds until it makes sense to ask again. */
  | { isAdmitted: false; waitMs: number };

/**
 * Asks for permission to call a provider. None is given while it is paused. Once a pause for missing
 * answers is over, one call goes first, as a probe, so that an outage makes few outcomes unknown.
 */
export async function requestAdmission(
  ctx: Context,
  provider: RateLimitedProvider,
): Promise<Admission> {
  const [row] = await ctx.db.$queryRaw<{ waitMs: number | null; unanswered: number }[]>`
    SELECT extract(epoch FROM paused_until - now())::float8 * 1000 AS "waitMs", unanswered
    FROM provider_rate_limits WHERE provider = ${provider}`;
  const waitMs = row?.waitMs ?? 0;
  const unanswered = row?.unanswered ?? 0;
  if (waitMs > 0) return { isAdmitted: false, waitMs };
  if (unanswered < maxUnanswered) return { isAdmitted: true, unanswered };
  const isProbe = await ctx.db.$executeRaw`
    UPDATE provider_rate_limits SET paused_until = now() + make_interval(secs => ${probeMs / 1_000})
    WHERE provider = ${provider} AND (paused_until IS NULL OR paused_until <= now())`;
  return isProbe ? { isAdmitted: true, unanswered } : { isAdmitted: false, waitMs: probeMs };
}

/** Pause after so many calls in a row without an answer: from two seconds to half a minute. */
function unansweredPauseMs(unanswered: number): number {
  return Math.min(30_000, 2_000 * 2 ** (unanswered - maxUnanswered));
}

/** Counts a call without any answer, and pauses the provider when there were several in a row. */
export async function recordUnanswered(ctx: Context, provider: RateLimitedProvider): Promise<void> {
  const [row] = await ctx.db.$queryRaw<{ unanswered: number }[]>`
    INSERT INTO provider_rate_limits (provider, next_send_at, unanswered)
    VALUES (${provider}, now(), 1)
    ON CONFLICT (provider) DO UPDATE SET unanswered = provider_rate_limits.unanswered + 1
    RETURNING unanswered`;
  const unanswered = row?.unanswered ?? 0;
  if (unanswered < maxUnanswered) return;
  await pauseProvider(ctx, provider, unansweredPauseMs(unanswered), "unanswered");
}

/** Forgets missing answers, and the pause for them, because the provider has answered again. */
export async function recordAnswered(ctx: Context, provider: RateLimitedProvider): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE provider_rate_limits SET unanswered = 0, pause_reason = NULL, paused_until = NULL
    WHERE provider = ${provider} AND unanswered > 0
      AND (pause_reason IS NULL OR pause_reason = 'unanswered')`;
}
