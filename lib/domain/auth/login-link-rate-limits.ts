import { limits } from "@/lib/contracts/limits";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Context } from "../context";
import type { LimitedKey } from "../limits/rate-limit";

/** A browser that has logged in as a subscriber before, from its signed cookie. */
export type KnownBrowser = { id: string; subscriberId: number };

/** The subscriber and the browser of a request for a login link. */
export type LinkRequester = {
  email: string;
  nonce: string;
  knownBrowser: KnownBrowser | null;
  /** The subscriber with this email, if any. */
  subscriberId: number | null;
};

/**
 * The limits of one request for a login link. Anyone can request links to someone else's address, so a
 * browser that has logged in before, or has requested a link that is still valid, has a separate allowance
 * that nobody else can use up.
 *
 * @returns `burst` for 15 minutes, and `daily`, which counts only emails that were sent
 */
export async function limitsOf(
  ctx: Context,
  { email, nonce, knownBrowser, subscriberId }: LinkRequester,
): Promise<{ burst: LimitedKey[]; daily: LimitedKey[] }> {
  const address = email.toLowerCase();
  const perAddress = { key: `login-link-email:${address}`, limit: limits.loginLinkPerEmail };
  if (subscriberId === null) return { burst: [perAddress], daily: [] };
  const allOfDay = { key: `login-link-day:${address}`, limit: limits.loginLinksPerEmailPerDay };
  if (knownBrowser?.subscriberId === subscriberId) {
    return { burst: [perBrowser(knownBrowser.id)], daily: [allOfDay] };
  }
  const nonceHash = sha256Hex(nonce);
  const own = perBrowser(`${nonceHash} ${subscriberId}`);
  const hasRequested = await hasValidLink(ctx, subscriberId, nonceHash);
  const othersOfDay = {
    key: `login-link-day-others:${address}`,
    limit: limits.loginLinksOfOthersPerDay,
  };
  return {
    burst: hasRequested ? [own] : [perAddress, own],
    daily: (await hasLoggedIn(ctx, subscriberId)) ? [othersOfDay, allOfDay] : [allOfDay],
  };
}

function perBrowser(id: string): LimitedKey {
  return { key: `login-link-browser:${id}`, limit: limits.loginLinkPerEmail };
}

async function hasValidLink(
  ctx: Context,
  subscriberId: number,
  nonceHash: string,
): Promise<boolean> {
  const expiresAt = { gt: ctx.clock.now() };
  return (await ctx.db.loginToken.count({ where: { subscriberId, nonceHash, expiresAt } })) > 0;
}

/** Only then can there be a browser that part of the day's emails must be reserved for. */
async function hasLoggedIn(ctx: Context, subscriberId: number): Promise<boolean> {
  return (await ctx.db.session.count({ where: { subscriberId } })) > 0;
}
