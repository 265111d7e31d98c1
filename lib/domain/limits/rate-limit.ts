import type { Transaction } from "@/lib/platform/database/database";
import type { Limit } from "@/lib/contracts/limits";
import { httpMessages } from "@/lib/messages/http";
import type { Context } from "../context";
import { AppError } from "@/lib/platform/app-error";
import { clockSkewMs } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/tokens";

type LimitContext = Pick<Context, "db" | "clock">;

/** Expired counters are deleted once per this many hits. */
const sweepEvery = 200;

let hitsUntilSweep = sweepEvery;

/** A 429 error that says when to retry. */
export function tooManyRequests(waitMs: number, message?: string): AppError {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1_000));
  return new AppError(429, message ?? httpMessages.tooManyRequests(retryAfterS), {
    code: "too_many_requests",
    retryAfterS,
  });
}

/** A limit and whom it applies to. */
export type LimitedKey = {
  /** Such as `login-link:alice@example.com`; only its hash is stored. */
  key: string;
  limit: Limit;
};

/**
 * Counts one hit across all processes. The window starts with its first hit.
 *
 * @param key as in `LimitedKey`
 * @throws AppError 429 with `retryAfterS` when the limit is exceeded
 */
export async function enforceRateLimit(
  ctx: LimitContext,
  key: string,
  limit: Limit,
): Promise<void> {
  const { hits, expiresAt } = await countHit(ctx, key, limit);
  if (hits > limit.hits) throw tooManyRequests(expiresAt.getTime() - ctx.clock.now().getTime());
}

/**
 * Counts one hit on each limit. If one is exceeded, none counts it.
 *
 * @throws AppError 429 with `retryAfterS`
 */
export async function enforceRateLimits(
  ctx: LimitContext,
  all: readonly LimitedKey[],
): Promise<void> {
  for (const [index, { key, limit }] of all.entries()) {
    try {
      await enforceRateLimit(ctx, key, limit);
    } catch (error) {
      await refundHits(ctx, all.slice(0, index));
      throw error;
    }
  }
}

/**
 * Counts one hit without refusing it.
 *
 * @returns the hits in the window, at most one more than allowed, and the window's end
 */
export async function countHit(
  ctx: LimitContext,
  key: string,
  limit: Limit,
): Promise<{ hits: number; expiresAt: Date }> {
  const { now, end, latestEnd } = windowFrom(ctx, limit.windowMs);
  const [counter] = await ctx.db.$queryRaw<{ hits: number; expiresAt: Date }[]>`/* prepared */
    INSERT INTO rate_limits AS r (key, hits, expires_at) VALUES (${sha256Hex(key)}, 1, ${end})
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN r.expires_at > ${now} AND r.expires_at <= ${latestEnd}
        THEN least(r.hits, ${limit.hits}::int) + 1 ELSE 1 END,
      expires_at = CASE WHEN r.expires_at > ${now} AND r.expires_at <= ${latestEnd}
        THEN r.expires_at ELSE ${end} END
    RETURNING hits, expires_at AS "expiresAt"`;
  await sweepOccasionally(ctx, now);
  return counter ?? { hits: 1, expiresAt: end };
}

/**
 * Counts how many different values were used in a window, such as phone numbers. A value that was
 * already used in it doesn't count again.
 *
 * @throws AppError 429 with `retryAfterS` for one value too many
 */
export async function enforceDistinctLimit(
  ctx: LimitContext,
  key: string,
  value: string,
  limit: Limit,
): Promise<void> {
  const window = windowFrom(ctx, limit.windowMs);
  const [total, used] = [sha256Hex(key), sha256Hex(`${key} ${value}`)];
  await ctx.db.$transaction(async (tx) => {
    const { hits, expiresAt } = await lockCounter(tx, total, window);
    if ((await tx.rateLimit.count({ where: { key: used, expiresAt } })) > 0) return;
    if (hits >= limit.hits) throw tooManyRequests(expiresAt.getTime() - window.now.getTime());
    await tx.rateLimit.update({ where: { key: total }, data: { hits: { increment: 1 } } });
    await tx.rateLimit.upsert({
      where: { key: used },
      create: { key: used, hits: 1, expiresAt },
      update: { expiresAt },
    });
  });
}

/**
 * Counts an amount, such as of money, unless the window's sum would be more than the limit.
 *
 * @returns whether it was counted, what is left, and when a new window starts
 */
export async function takeFromLimit(
  ctx: LimitContext,
  key: string,
  amount: number,
  limit: Limit,
): Promise<{ isTaken: boolean; left: number; waitMs: number }> {
  const window = windowFrom(ctx, limit.windowMs);
  return ctx.db.$transaction(async (tx) => {
    const { hits, expiresAt } = await lockCounter(tx, sha256Hex(key), window);
    const isTaken = hits + amount <= limit.hits;
    const data = { hits: { increment: amount } };
    if (isTaken) await tx.rateLimit.update({ where: { key: sha256Hex(key) }, data });
    const waitMs = expiresAt.getTime() - window.now.getTime();
    return { isTaken, left: limit.hits - hits - (isTaken ? amount : 0), waitMs };
  });
}

/**
 * A window that starts now. A stored one that ends after `latestEnd` is from before the clock was set back.
 */
type Window = { now: Date; end: Date; latestEnd: Date };

function windowFrom(ctx: Pick<Context, "clock">, ms: number): Window {
  const now = ctx.clock.now();
  const end = new Date(now.getTime() + ms);
  return { now, end, latestEnd: new Date(end.getTime() + clockSkewMs) };
}

/**
 * Locks a counter until the transaction ends, so that parallel calls are counted one after the other. A
 * counter whose window is over restarts.
 */
async function lockCounter(
  tx: Transaction,
  key: string,
  { now, end, latestEnd }: Window,
): Promise<{ hits: number; expiresAt: Date }> {
  const [counter] = await tx.$queryRaw<{ hits: number; expiresAt: Date }[]>`
    INSERT INTO rate_limits AS r (key, hits, expires_at) VALUES (${key}, 0, ${end})
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN r.expires_at > ${now} AND r.expires_at <= ${latestEnd} THEN r.hits ELSE 0 END,
      expires_at = CASE WHEN r.expires_at > ${now} AND r.expires_at <= ${latestEnd}
        THEN r.expires_at ELSE ${end} END
    RETURNING hits, expires_at AS "expiresAt"`;
  return counter ?? { hits: 0, expiresAt: end };
}

/** Takes back one hit, for limits that count only failures. */
export async function refundHit(ctx: LimitContext, key: string, limit: Limit): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE rate_limits SET hits = least(hits, ${limit.hits}::int) - 1
    WHERE key = ${sha256Hex(key)} AND hits > 0`;
}

/** Takes back one hit on each limit. */
export async function refundHits(ctx: LimitContext, all: readonly LimitedKey[]): Promise<void> {
  for (const { key, limit } of all) await refundHit(ctx, key, limit);
}

/**
 * Counts a consecutive failure, or throws during the delay after the last one. Call it before each attempt,
 * so that parallel attempts count too, and `resetFailures` after a success.
 *
 * @param delayMs delay after a number of failures
 * @param memoryMs the row of failures is forgotten after this long without an attempt
 * @throws AppError 429 with `retryAfterS` during the delay
 */
export async function enforceRetryDelay(
  ctx: LimitContext,
  key: string,
  { delayMs, memoryMs }: { delayMs: (failures: number) => number; memoryMs: number },
): Promise<void> {
  const { now, end, latestEnd } = windowFrom(ctx, memoryMs);
  const hash = sha256Hex(key);
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO rate_limits (key, hits, expires_at) VALUES (${hash}, 0, ${end})
      ON CONFLICT (key) DO NOTHING`;
    const [row] = await tx.$queryRaw<{ hits: number; expiresAt: Date }[]>`
      SELECT hits, expires_at AS "expiresAt" FROM rate_limits WHERE key = ${hash} FOR UPDATE`;
    const isRemembered = row !== undefined && row.expiresAt > now && row.expiresAt <= latestEnd;
    const failures = isRemembered ? row.hits : 0;
    const lastAttemptAt = isRemembered ? row.expiresAt.getTime() - memoryMs : 0;
    const retryAt = lastAttemptAt + delayMs(failures);
    if (retryAt > now.getTime()) throw tooManyRequests(retryAt - now.getTime());
    await tx.rateLimit.update({
      where: { key: hash },
      data: { hits: failures + 1, expiresAt: end },
    });
  });
}

/**
 * Whether something happens for the first time after a quiet period. Every call restarts that period.
 *
 * @param key as in `LimitedKey`
 */
async function isFirstAfterQuiet(
  ctx: LimitContext,
  key: string,
  quietMs: number,
): Promise<boolean> {
  const { now, end, latestEnd } = windowFrom(ctx, quietMs);
  const [row] = await ctx.db.$queryRaw<{ hits: number }[]>`
    INSERT INTO rate_limits AS r (key, hits, expires_at) VALUES (${sha256Hex(key)}, 1, ${end})
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN r.expires_at > ${now} AND r.expires_at <= ${latestEnd} THEN 2 ELSE 1 END,
      expires_at = ${end}
    RETURNING hits`;
  return row?.hits === 1;
}

/** A burst is over after this long without failures, so that one burst causes one alert. */
const burstQuietMs = 60 * 60_000;

/**
 * Counts anyone's failure, and returns whether a burst begins with it.
 *
 * @param key as in `LimitedKey`
 * @param limit how many within a window are a burst
 */
export async function isStartOfBurst(
  ctx: LimitContext,
  key: string,
  limit: Limit,
): Promise<boolean> {
  const { hits } = await countHit(ctx, key, limit);
  return hits >= limit.hits && (await isFirstAfterQuiet(ctx, `${key}-alert`, burstQuietMs));
}

/** Resets the count of consecutive failures. */
export async function resetFailures(ctx: LimitContext, key: string): Promise<void> {
  await ctx.db.rateLimit.deleteMany({ where: { key: sha256Hex(key) } });
}

async function sweepOccasionally(ctx: LimitContext, now: Date): Promise<void> {
  hitsUntilSweep -= 1;
  if (hitsUntilSweep > 0) return;
  hitsUntilSweep = sweepEvery;
  await ctx.db.rateLimit.deleteMany({ where: { expiresAt: { lte: now } } });
}
