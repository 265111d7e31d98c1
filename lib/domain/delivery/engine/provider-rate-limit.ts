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

/** Pauses all calls to a provider that throttles us. A longer pause that is already set wins. */
export async function pauseThrottled(
  ctx: Context,
  provider: RateLimitedProvider,
  pauseMs: number,
): Promise<void> {
  const seconds = pauseMs / 1_000;
  await ctx.db.$executeRaw`
    INSERT INTO provider_rate_limits (provider, next_send_at, paused_until, pause_reason)
    VALUES (${provider}, now(), now() + make_interval(secs => ${seconds}), 'throttled')
    ON CONFLICT (provider) DO UPDATE SET
      paused_until = greatest(provider_rate_limits.paused_until, excluded.paused_until),
      pause_reason = excluded.pause_reason`;
}

/** After this many calls in a row without any answer, a provider is only probed. */
const maxUnanswered = 3;

/** After refusing this many messages in a row, a provider is only probed. */
const maxRefused = 3;

/** Real time; a probe takes ten seconds at most. */
const probeMs = 15_000;

/** How long to leave a provider alone between two probes while it refuses our account (real time). */
const refusedProbeMs = 5_000;

/** How the last calls to a provider went. */
export type ProviderState = {
  /** Calls in a row that got no answer. */
  unanswered: number;
  /** Messages in a row that were refused for reasons that may be about our account. */
  refused: number;
};

/** Permission to call a provider now. All times are real. */
export type Admission =
  /** A probe is one message. */
  | (ProviderState & { isAdmitted: true; isProbe: boolean })
  /** Milliseconds until it makes sense to ask again. */
  | { isAdmitted: false; waitMs: number };

/**
 * Asks for permission to call a provider, which isn't given while it is paused. After a pause for missing
 * answers or refusals, only one message at a time is sent, as a probe: that way, an outage makes few outcomes
 * unknown, and no single message decides what the provider thinks of our account.
 */
export async function requestAdmission(
  ctx: Context,
  provider: RateLimitedProvider,
): Promise<Admission> {
  const [row] = await ctx.db.$queryRaw<(ProviderState & { waitMs: number | null })[]>`
    SELECT extract(epoch FROM paused_until - now())::float8 * 1000 AS "waitMs", unanswered, refused
    FROM provider_rate_limits WHERE provider = ${provider}`;
  const { waitMs, ...state } = row ?? { waitMs: 0, unanswered: 0, refused: 0 };
  if (waitMs !== null && waitMs > 0) return { isAdmitted: false, waitMs };
  if (state.unanswered < maxUnanswered && state.refused < maxRefused) {
    return { ...state, isAdmitted: true, isProbe: false };
  }
  const isProbe = await ctx.db.$executeRaw`
    UPDATE provider_rate_limits SET paused_until = now() + make_interval(secs => ${probeMs / 1_000})
    WHERE provider = ${provider} AND (paused_until IS NULL OR paused_until <= now())`;
  return isProbe
    ? { ...state, isAdmitted: true, isProbe: true }
    : { isAdmitted: false, waitMs: probeMs };
}

/** Pause after this many calls in a row without an answer: from two seconds to half a minute. */
function unansweredPauseMs(unanswered: number): number {
  return Math.min(30_000, 2_000 * 2 ** (unanswered - maxUnanswered));
}

/** Counts a call without an answer, and pauses the provider after several in a row. */
export async function recordUnanswered(ctx: Context, provider: RateLimitedProvider): Promise<void> {
  const [row] = await ctx.db.$queryRaw<{ unanswered: number }[]>`
    INSERT INTO provider_rate_limits (provider, next_send_at, unanswered)
    VALUES (${provider}, now(), 1)
    ON CONFLICT (provider) DO UPDATE SET unanswered = provider_rate_limits.unanswered + 1
    RETURNING unanswered`;
  const unanswered = row?.unanswered ?? 0;
  if (unanswered < maxUnanswered) return;
  await ctx.db.$executeRaw`
    UPDATE provider_rate_limits SET pause_reason = 'unanswered', paused_until = greatest(paused_until,
      now() + make_interval(secs => ${unansweredPauseMs(unanswered) / 1_000}))
    WHERE provider = ${provider}`;
}

/**
 * Counts refusals that may be about our account, and allows only probes when nothing was accepted in the
 * meantime.
 *
 * @param refusal.isCertain whether the provider certainly refuses our account
 * @param refusal.hasAccepted whether a message of the same calls was accepted
 * @returns whether this now counts as a refusal of our account
 */
export async function recordRefused(
  ctx: Context,
  provider: RateLimitedProvider,
  refusal: { count: number; isCertain: boolean; hasAccepted: boolean },
): Promise<boolean> {
  const count = refusal.isCertain ? maxRefused : refusal.count;
  const reason = refusal.isCertain ? "unauthorized" : "rejecting";
  const [row] = await ctx.db.$queryRaw<{ refused: number }[]>`
    INSERT INTO provider_rate_limits AS p (provider, next_send_at, refused)
    VALUES (${provider}, now(), ${count}::int)
    ON CONFLICT (provider) DO UPDATE SET unanswered = 0,
      refused = CASE WHEN ${refusal.hasAccepted} THEN 0 ELSE p.refused END + excluded.refused
    RETURNING refused`;
  if ((row?.refused ?? 0) < maxRefused) return false;
  await ctx.db.$executeRaw`
    UPDATE provider_rate_limits SET pause_reason = ${reason},
      paused_until = now() + make_interval(secs => ${refusedProbeMs / 1_000})
    WHERE provider = ${provider}`;
  return true;
}

/** Forgets missing answers and refusals, and the pauses for them, because the provider accepts messages again. */
export async function recordAccepted(ctx: Context, provider: RateLimitedProvider): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE provider_rate_limits SET unanswered = 0, refused = 0,
      pause_reason = CASE WHEN pause_reason = 'throttled' THEN pause_reason END,
      paused_until = CASE WHEN pause_reason = 'throttled' THEN paused_until END
    WHERE provider = ${provider}`;
}

/** Forgets missing answers, because the provider answers again, although it accepted nothing. */
export async function recordAnswered(ctx: Context, provider: RateLimitedProvider): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE provider_rate_limits SET unanswered = 0, pause_reason = NULL, paused_until = NULL
    WHERE provider = ${provider} AND unanswered > 0
      AND (pause_reason IS NULL OR pause_reason = 'unanswered')`;
}
