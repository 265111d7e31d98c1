import { confirmationRequiredCode } from "@/lib/contracts/account";
import { loginMessages } from "@/lib/messages/account";
import { AppError } from "@/lib/platform/app-error";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Context } from "../context";
import { planNoticeTo } from "../outbox/notices";
import { describeRequester } from "./describe-user-agent";
import type { KnownBrowser } from "./login-link-rate-limits";
import { createSession, isSessionValid, type NewSession } from "./sessions";

/** An attempt to log in with a link. */
export type LoginLinkUse = {
  token: string;
  /** The opening browser's secret, if it has one. */
  nonce: string | null;
  /** The user pressed Continue. */
  isConfirmed: boolean;
  /** The opening browser's session, if it's logged in. */
  sessionId: string | null;
  knownBrowser: KnownBrowser | null;
  /** The uid of the checkout that the opening browser signed up with. */
  checkoutUid: string | null;
  clientAddress: string;
  userAgent: string | null;
};

/** Who logged in, and their session. */
export type LinkLogin = { subscriberId: number; session: NewSession };

type Link = Prisma.LoginTokenGetPayload<object>;

/**
 * Redeems a login link and creates the session. If several browsers try at once, one succeeds. A browser that
 * didn't request the link must confirm, because mail scanners open links and run their scripts. A browser
 * that redeemed the link but never got the answer gets the same session again. The subscriber gets an email
 * about a login from a new browser, unless it's the first login and the browser signed up.
 *
 * @throws AppError 401 `link_invalid`, `link_used`, `link_replaced`, or `link_expired`; 409
 *   `confirmation_required`, and then the link still works
 */
export async function redeemLoginLink(ctx: Context, use: LoginLinkUse): Promise<LinkLogin> {
  const tokenHash = sha256Hex(use.token);
  return ctx.db.$transaction(async (tx) => {
    // The session is created in the transaction that uses up the link: both or neither.
    await tx.$queryRaw`SELECT 1 FROM login_tokens WHERE token_hash = ${tokenHash} FOR UPDATE`;
    const link = await tx.loginToken.findUnique({ where: { tokenHash } });
    if (!link) throw refuse("link_invalid", loginMessages.linkInvalid);
    const { subscriberId } = link;
    const unanswered = await findUnansweredSession(ctx, tx, link, use);
    if (unanswered) return { subscriberId, session: unanswered };
    requireUsable(link, use, ctx.clock.now());
    const session = await createSession(ctx, { kind: "subscriber", subscriberId }, tx);
    await tx.loginToken.update({
      where: { id: link.id },
      data: {
        consumedAt: ctx.clock.now(),
        consumedBy: use.nonce === null ? null : sha256Hex(use.nonce),
        sessionId: session.id,
      },
      select: { id: true },
    });
    const isKnown =
      use.knownBrowser?.subscriberId === subscriberId ||
      (await isSignUpBrowser(tx, subscriberId, use.checkoutUid));
    if (!isKnown) {
      await planNewDeviceNotice(ctx, tx, { subscriberId, sessionId: session.id, use });
    }
    return { subscriberId, session };
  });
}

/** Whether this is the subscriber's first login, in the browser that signed up. */
async function isSignUpBrowser(
  tx: Transaction,
  subscriberId: number,
  uid: string | null,
): Promise<boolean> {
  if (uid === null) return false;
  const signUps = await tx.onboardingRecord.count({ where: { uid, subscriberId } });
  return signUps > 0 && (await tx.session.count({ where: { subscriberId } })) === 1;
}

async function planNewDeviceNotice(
  ctx: Context,
  tx: Transaction,
  { subscriberId, sessionId, use }: { subscriberId: number; sessionId: string; use: LoginLinkUse },
): Promise<void> {
  const device = describeRequester(use.userAgent, use.clientAddress);
  await planNoticeTo(ctx, tx, subscriberId, {
    key: `new_device:${sessionId}`,
    kind: "new_device",
    detail: { device, at: ctx.clock.now().toISOString() },
  });
}

/**
 * The session that this browser got for the link but doesn't know, because the answer was lost. After
 * a logout the session is revoked, so the link can't be used to log in again.
 */
async function findUnansweredSession(
  ctx: Context,
  tx: Transaction,
  link: Link,
  { nonce, sessionId }: LoginLinkUse,
): Promise<NewSession | null> {
  const now = ctx.clock.now();
  if (link.sessionId === null || link.sessionId === sessionId || link.expiresAt <= now) return null;
  if (nonce === null || link.consumedBy !== sha256Hex(nonce)) return null;
  const session = await tx.session.findUnique({ where: { id: link.sessionId } });
  const kind = "subscriber";
  if (!session || !isSessionValid({ ...session, kind }, now)) return null;
  return { id: session.id, kind, expiresAt: session.expiresAt };
}

function requireUsable(link: Link, { nonce, isConfirmed }: LoginLinkUse, now: Date): void {
  if (link.consumedAt) throw refuse("link_used", loginMessages.linkUsed);
  if (link.replacedAt) throw refuse("link_replaced", loginMessages.linkReplaced);
  if (link.expiresAt <= now) throw refuse("link_expired", loginMessages.linkExpired);
  const isRequester = nonce !== null && link.nonceHash === sha256Hex(nonce);
  if (isConfirmed || isRequester) return;
  throw new AppError(409, loginMessages.confirmationRequired, { code: confirmationRequiredCode });
}

function refuse(code: string, message: string): AppError {
  return new AppError(401, message, { code });
}
