import type { Limit } from "@/lib/contracts/limits";
import { httpMessages } from "@/lib/messages/http";
import type { Context } from "../context";
import { AppError } from "@/lib/platform/app-error";
import { sha256Hex } from "@/lib/platform/tokens";

type Counting = Pick<Context, "db" | "clock">;

/** How many hits there may be between two sweeps of counters that have run out. */
const sweepEvery = 200;

let hitsUntilSweep = sweepEvery;

/** A refusal that says when to come back. */
export function tooManyRequests(waitMs: number): AppError {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1_000));
  return new AppError(429, httpMessages.tooManyRequests(retryAfterS), {
    code: "too_many_requests",
    retryAfterS,
  });
}

/**
 * Counts one hit under a key, over all processes. The window begins with its first hit.
 *
 * @param key names the limit and whom it counts, such as `login-link:alice@example.com`; only its
 *   hash is stored
 * @throws AppError 429 with `retryAfterS` when there were too many
 */
export async function takeHit(ctx: Counting, key: string, limit: Limit): Promise<void> {
  const now = ctx.clock.now();
  const end = new Date(now.getTime() + limit.windowMs);
  // A window that ends later than one beginning now was written before the clock was set back.
  const [counter] = await ctx.db.$queryRaw<{ hits: number; expiresAt: Date }[]>`
    INSERT INTO rate_limits AS r (key, hits, expires_at) VALUES (${sha256Hex(key)}, 1, ${end})
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN r.expires_at > ${now} AND r.expires_at <= ${end}
        THEN least(r.hits, ${limit.hits}::int) + 1 ELSE 1 END,
      expires_at = CASE WHEN r.expires_at > ${now} AND r.expires_at <= ${end}
        THEN r.expires_at ELSE ${end} END
    RETURNING hits, expires_at AS "expiresAt"`;
  await sweepNowAndThen(ctx, now);
  if (counter && counter.hits > limit.hits) {
    throw tooManyRequests(counter.expiresAt.getTime() - now.getTime());
  }
}

/** Takes one hit back, where only failures count and this was none. */
export async function giveBackHit(ctx: Counting, key: string, limit: Limit): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE rate_limits SET hits = least(hits, ${limit.hits}::int) - 1
    WHERE key = ${sha256Hex(key)} AND hits > 0`;
}

/**
 * Counts one more failure in a row under a key, unless the key still rests from the last one. Call
 * it before the try, so that parallel tries count, and `forgetFailures` when the try succeeds.
 *
 * @param delayMs how long a key rests after so many failures
 * @param memoryMs after how long without a try the row begins anew
 * @throws AppError 429 with `retryAfterS` while it rests
 */
export async function takeDelayedTry(
  ctx: Counting,
  key: string,
  { delayMs, memoryMs }: { delayMs: (failures: number) => number; memoryMs: number },
): Promise<void> {
  const now = ctx.clock.now();
  const end = new Date(now.getTime() + memoryMs);
  const hash = sha256Hex(key);
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO rate_limits (key, hits, expires_at) VALUES (${hash}, 0, ${end})
      ON CONFLICT (key) DO NOTHING`;
    const [row] = await tx.$queryRaw<{ hits: number; expiresAt: Date }[]>`
      SELECT hits, expires_at AS "expiresAt" FROM rate_limits WHERE key = ${hash} FOR UPDATE`;
    const isRemembered = row !== undefined && row.expiresAt > now && row.expiresAt <= end;
    const failures = isRemembered ? row.hits : 0;
    const lastTryAt = isRemembered ? row.expiresAt.getTime() - memoryMs : 0;
    const restsUntil = lastTryAt + delayMs(failures);
    if (restsUntil > now.getTime()) throw tooManyRequests(restsUntil - now.getTime());
    await tx.rateLimit.update({
      where: { key: hash },
      data: { hits: failures + 1, expiresAt: end },
    });
  });
}

/** Begins the row of failures anew. */
export async function forgetFailures(ctx: Counting, key: string): Promise<void> {
  await ctx.db.rateLimit.deleteMany({ where: { key: sha256Hex(key) } });
}

async function sweepNowAndThen(ctx: Counting, now: Date): Promise<void> {
  hitsUntilSweep -= 1;
  if (hitsUntilSweep > 0) return;
  hitsUntilSweep = sweepEvery;
  await ctx.db.rateLimit.deleteMany({ where: { expiresAt: { lte: now } } });
}
