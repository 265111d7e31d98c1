import { accountNotFoundCode } from "@/lib/contracts/account";
import { loginLinkMinutes } from "@/lib/contracts/durations";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
import { loginMessages } from "@/lib/messages/account";
import { AppError } from "@/lib/platform/app-error";
import { shortenAddress } from "@/lib/platform/logger";
import { randomToken, sha256Hex } from "@/lib/platform/tokens";
import type { Context } from "../context";
import { isSameEmail } from "../outbox/same-email";
import { enforceRateLimits, refundHits, type LimitedKey } from "../limits/rate-limit";
import type { RenderedNotice } from "../ports/notice-renderer";
import type { MessageResult } from "../ports/send-outcome";
import { describeRequester } from "./describe-user-agent";
import { limitsOf, type KnownBrowser } from "./login-link-rate-limits";

/** A request for a login link. */
export type LoginLinkRequest = {
  email: string;
  /** The requesting browser's secret: with it, the link works without pressing Continue. */
  nonce: string;
  knownBrowser: KnownBrowser | null;
  clientAddress: string;
  userAgent: string | null;
  /** What the email says instead of the browser, if someone else requested the link. */
  requestedFrom?: string;
};

type Recipient = { id: number; email: string };

/**
 * Emails a login link to the subscriber with this address, in any case. The link works once, for
 * `loginLinkMinutes`, and replaces the earlier links that the same browser requested. The limit per email
 * address also counts unknown addresses.
 *
 * @throws AppError 429 with `retryAfterS`; 404 `account_not_found`; 409 when email to the address bounces; 503
 *   `service_unavailable` when the email wasn't sent, or when the provider can't tell (then the
 *   link works if it arrives)
 */
export async function sendLoginLink(ctx: Context, request: LoginLinkRequest): Promise<void> {
  const [recipient] = await ctx.db.$queryRaw<Recipient[]>`
    SELECT id, email FROM subscribers WHERE lower(email) = lower(${request.email})`;
  const { burst, daily } = await limitsOf(ctx, { ...request, subscriberId: recipient?.id ?? null });
  await enforceRateLimits(ctx, [...burst, ...daily]);
  if (!recipient) throw accountNotFound();
  const token = randomToken();
  const email = await renderEmail(ctx, recipient, token, request);
  const id = await storeLink(ctx, recipient, token, request.nonce);
  await sendEmail(ctx, recipient, { id, token, email, daily });
}

function accountNotFound(): AppError {
  return new AppError(404, loginMessages.accountNotFound, {
    code: accountNotFoundCode,
    field: "email",
  });
}

function renderEmail(
  ctx: Context,
  { email }: Recipient,
  token: string,
  { clientAddress, userAgent, requestedFrom }: LoginLinkRequest,
): Promise<RenderedNotice> {
  const { siteUrl } = ctx.settings;
  return ctx.notices.renderLoginLink({
    siteUrl,
    email,
    link: `${siteUrl}/auth/verify?token=${token}`,
    minutes: loginLinkMinutes,
    requestedFrom: requestedFrom ?? describeRequester(userAgent, clientAddress),
  });
}

async function storeLink(
  ctx: Context,
  { id: subscriberId, email }: Recipient,
  token: string,
  nonce: string,
): Promise<number> {
  const now = ctx.clock.now();
  const nonceHash = sha256Hex(nonce);
  return ctx.db.$transaction(async (tx) => {
    // Serializes simultaneous requests, so that only the last link of a browser works.
    const [current] = await tx.$queryRaw<{ email: string }[]>`
      SELECT email FROM subscribers WHERE id = ${subscriberId} FOR UPDATE`;
    // A change of address has just ended the links to the previous one.
    if (!isSameEmail(current?.email, email)) throw accountNotFound();
    await tx.loginToken.updateMany({
      where: { subscriberId, nonceHash, consumedAt: null, replacedAt: null },
      data: { replacedAt: now },
    });
    const { id } = await tx.loginToken.create({
      data: {
        subscriberId,
        tokenHash: sha256Hex(token),
        nonceHash,
        expiresAt: new Date(now.getTime() + loginLinkMinutes * 60_000),
        createdAt: now,
      },
      select: { id: true },
    });
    return id;
  });
}

async function sendEmail(
  ctx: Context,
  { email: to }: Recipient,
  link: { id: number; token: string; email: RenderedNotice; daily: LimitedKey[] },
): Promise<void> {
  // The tag identifies the call at the provider, which must not be able to derive the token.
  const tag = sha256Hex(`login-link:${link.token}`).slice(0, 32);
  const answer = await ctx.mail.sendBatch(
    [{ to, ...link.email, metadata: { notice: "login_link" } }],
    { stream: "transactional", tag },
  );
  if (answer.state === "answered" && answer.results[0]?.state === "accepted") return;
  if (answer.state === "unknown" && (await wasAccepted(ctx, tag))) return;
  const [result] = answer.state === "answered" ? answer.results : [];
  // Not the provider's own text about a refusal: it contains the address.
  const detail = answer.state === "answered" ? refusalReason(result) : answer.detail;
  ctx.log.warn({ to: shortenAddress(to), state: answer.state, detail }, "login link not sent");
  const unavailable = { code: serviceUnavailableCode, detail };
  // The email may still arrive, so the link stays valid.
  if (answer.state === "unknown") throw new AppError(503, loginMessages.mailUnknown, unavailable);
  await ctx.db.loginToken.deleteMany({ where: { id: link.id } });
  await refundHits(ctx, link.daily);
  throw answer.state === "answered"
    ? new AppError(409, loginMessages.mailRefused, { field: "email", detail })
    : new AppError(503, loginMessages.mailUnavailable, unavailable);
}

function refusalReason(result: MessageResult | undefined): string {
  return result?.state === "refused" ? result.reason : "no result";
}

/** Asks the provider whether it accepted an email whose outcome is unknown. */
async function wasAccepted(ctx: Context, tag: string): Promise<boolean> {
  try {
    return (await ctx.mail.findByTag(tag)).length > 0;
  } catch (error) {
    ctx.log.warn({ err: error }, "login link lookup failed");
    return false;
  }
}
