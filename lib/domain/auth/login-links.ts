import { confirmationRequiredCode } from "@/lib/contracts/account";
import { loginLinkMinutes } from "@/lib/contracts/limits";
import { loginMessages } from "@/lib/messages/account";
import { AppError } from "@/lib/platform/app-error";
import { shortenAddress } from "@/lib/platform/logger";
import { randomToken, sha256Hex } from "@/lib/platform/tokens";
import type { Context } from "../context";
import type { RenderedNotice } from "../ports/notice-renderer";
import type { MessageResult } from "../ports/send-outcome";
import { describeUserAgent } from "./describe-user-agent";

/** Who asks for a login link, and from where. */
export type LoginLinkRequest = {
  email: string;
  /** A secret of the asking browser's: with it the link needs no press on Continue. */
  nonce: string;
  clientAddress: string;
  userAgent: string | null;
};

type Person = { id: number; email: string };

/**
 * Mails a login link to the subscriber with this address, in any case. It works once, for 15
 * minutes; those sent to the same person before die the moment it is asked for.
 *
 * @throws AppError 404 for an address nobody has, 409 when mails to it come back, 503 when the mail
 *   provider took none or nobody can say; in the latter case the link works if it arrives
 */
export async function sendLoginLink(ctx: Context, request: LoginLinkRequest): Promise<void> {
  const [person] = await ctx.db.$queryRaw<Person[]>`
    SELECT id, email FROM subscribers WHERE lower(email) = lower(${request.email})`;
  if (!person) throw new AppError(404, loginMessages.accountNotFound, { field: "email" });
  const token = randomToken();
  const mail = await renderMail(ctx, person, token, request);
  const now = ctx.clock.now();
  const id = await ctx.db.$transaction(async (tx) => {
    // Of two asked for at one moment one must die, so they take turns.
    await tx.$executeRaw`SELECT 1 FROM subscribers WHERE id = ${person.id} FOR UPDATE`;
    await tx.loginToken.updateMany({
      where: { subscriberId: person.id, consumedAt: null, replacedAt: null },
      data: { replacedAt: now },
    });
    const created = await tx.loginToken.create({
      data: {
        subscriberId: person.id,
        tokenHash: sha256Hex(token),
        nonceHash: sha256Hex(request.nonce),
        expiresAt: new Date(now.getTime() + loginLinkMinutes * 60_000),
        createdAt: now,
      },
      select: { id: true },
    });
    return created.id;
  });
  await deliver(ctx, person, { id, token, mail });
}

function renderMail(
  ctx: Context,
  { email }: Person,
  token: string,
  { clientAddress, userAgent }: LoginLinkRequest,
): Promise<RenderedNotice> {
  const { siteUrl } = ctx.settings;
  return ctx.notices.renderLoginLink({
    siteUrl,
    email,
    link: `${siteUrl}/auth/verify?token=${token}`,
    minutes: loginLinkMinutes,
    requestedFrom: `${describeUserAgent(userAgent)} (IP address ${clientAddress})`,
  });
}

async function deliver(
  ctx: Context,
  { email }: Person,
  link: { id: number; token: string; mail: RenderedNotice },
): Promise<void> {
  // Names the call to the mail provider, which must not learn the token from it.
  const tag = sha256Hex(`login-link:${link.token}`).slice(0, 32);
  const answer = await ctx.mail.sendBatch(
    [{ to: email, ...link.mail, metadata: { notice: "login_link" } }],
    { stream: "transactional", tag },
  );
  if (answer.state === "answered" && answer.results[0]?.state === "accepted") return;
  if (answer.state === "unknown" && (await isFound(ctx, tag))) return;
  const [result] = answer.state === "answered" ? answer.results : [];
  // A provider's own words about a refusal name the address.
  const detail = answer.state === "answered" ? reasonOf(result) : answer.detail;
  ctx.log.warn({ to: shortenAddress(email), state: answer.state, detail }, "no login link left");
  if (answer.state === "unknown") {
    throw new AppError(503, loginMessages.mailDoubtful, { detail });
  }
  await ctx.db.loginToken.deleteMany({ where: { id: link.id } });
  throw answer.state === "answered"
    ? new AppError(409, loginMessages.mailRefused, { field: "email", detail })
    : new AppError(503, loginMessages.mailUnavailable, { detail });
}

function reasonOf(result: MessageResult | undefined): string {
  return result?.state === "refused" ? result.reason : "no result";
}

/** Whether the provider holds a mail of which it could not say so itself. */
async function isFound(ctx: Context, tag: string): Promise<boolean> {
  try {
    return (await ctx.mail.findByTag(tag)).length > 0;
  } catch (error) {
    ctx.log.warn({ err: error }, "the mail provider could not be asked for a login link");
    return false;
  }
}

/** A login link as it comes back. */
export type LoginLinkUse = {
  token: string;
  /** Of the browser that opened it, if it has one. */
  nonce: string | null;
  /** Somebody pressed Continue. */
  isConfirmed: boolean;
};

/**
 * Uses a login link up. Of any number of tries at once one succeeds. In a browser that did not ask
 * for the link a press on Continue is needed: mail scanners open links and run their scripts.
 *
 * @returns the subscriber whom it was sent to
 * @throws AppError 401 `link_invalid`, `link_used`, `link_replaced` or `link_expired`; 409
 *   `confirmation_required` when Continue was not pressed, and the link still works
 */
export async function redeemLoginLink(
  ctx: Context,
  { token, nonce, isConfirmed }: LoginLinkUse,
): Promise<number> {
  const now = ctx.clock.now();
  const tokenHash = sha256Hex(token);
  const nonceHash = nonce === null ? null : sha256Hex(nonce);
  const [redeemed] = await ctx.db.$queryRaw<{ subscriberId: number }[]>`
    UPDATE login_tokens SET consumed_at = ${now}
    WHERE token_hash = ${tokenHash}
      AND consumed_at IS NULL AND replaced_at IS NULL AND expires_at > ${now}
      AND (${isConfirmed} OR nonce_hash = ${nonceHash}::text)
    RETURNING subscriber_id AS "subscriberId"`;
  if (redeemed) return redeemed.subscriberId;
  throw await explain(ctx, tokenHash, now);
}

async function explain(ctx: Context, tokenHash: string, now: Date): Promise<AppError> {
  const link = await ctx.db.loginToken.findUnique({
    where: { tokenHash },
    select: { consumedAt: true, replacedAt: true, expiresAt: true },
  });
  const refuse = (code: string, sentence: string) => new AppError(401, sentence, { code });
  if (!link) return refuse("link_invalid", loginMessages.linkInvalid);
  if (link.consumedAt) return refuse("link_used", loginMessages.linkUsed);
  if (link.replacedAt) return refuse("link_replaced", loginMessages.linkReplaced);
  if (link.expiresAt <= now) return refuse("link_expired", loginMessages.linkExpired);
  return new AppError(409, loginMessages.confirmationRequired, {
    code: confirmationRequiredCode,
  });
}
