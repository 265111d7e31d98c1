import { randomInt, randomUUID } from "node:crypto";
import { accountMessages } from "@/lib/messages/account";
import { confirmationScreen } from "@/lib/messages/onboarding";
import { phoneCodeText } from "@/lib/messages/texts";
import { AppError } from "@/lib/platform/app-error";
import { equalInConstantTime, signatureOf } from "@/lib/platform/tokens";
import { requireFirstTrial } from "../billing/repeat-trial";
import type { Context } from "../context";
import { planNoticeTo } from "../outbox/notices";
import { parsePhoneNumber } from "../contact/phone-numbers";
import { requireReachable, sendServiceText } from "../contact/texts/service-text";
import { enforceTextLimits } from "../contact/texts/text-limits";
import { storeSmsConsent } from "../onboarding/sms-consent";

const codeLifeMs = 10 * 60_000;

/** There are a million codes, and five texts a day per number: too few tries to guess one. */
const maxAttempts = 5;

/**
 * Texts a six-digit code to a new number. The number replaces the current one once the code is
 * entered, within ten minutes; until then the current one stays active. A new request replaces
 * the previous one.
 *
 * @returns the new number in E.164
 * @throws AppError 400 for an invalid number, 409 for the current one, or one that replied STOP or
 *   can't receive texts, 502 when the text couldn't be sent
 */
export async function startPhoneChange(
  ctx: Context,
  subscriberId: number,
  input: { phoneNumber: string; clientAddress: string | null },
): Promise<string> {
  const phone = parsePhoneNumber(ctx, input.phoneNumber);
  const current = await ctx.db.subscriber.findUniqueOrThrow({
    where: { id: subscriberId },
    select: { phone: true, smsConsentAt: true },
  });
  if (current.phone === phone && current.smsConsentAt !== null) {
    throw new AppError(409, accountMessages.phoneUnchanged, { field: "phoneNumber" });
  }
  await requireReachable(ctx, phone);
  const { clientAddress } = input;
  await enforceTextLimits(ctx, { phoneNumber: phone, clientAddress, subscriberId });
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const change = {
    phone,
    codeHash: hashCode(ctx.settings.signingSecret, { subscriberId, phone, code }),
    attempts: 0,
    expiresAt: new Date(ctx.clock.now().getTime() + codeLifeMs),
  };
  // Stored before sending: if the outcome is unknown, the text may arrive, and its code must work.
  await ctx.db.phoneChange.upsert({
    where: { subscriberId },
    create: { subscriberId, ...change },
    update: change,
  });
  await sendServiceText(ctx, {
    phoneNumber: phone,
    message: phoneCodeText(code),
    failed: confirmationScreen.failed,
  });
  return phone;
}

/**
 * Confirms a new number with the code texted to it: saves the number, records the consent, and
 * turns texts on. A code stops working after five wrong tries.
 *
 * @throws AppError 400 for a wrong code, 409 when no code is valid or the number has replied STOP
 *   since, otherwise like `requireFirstTrial`
 */
export async function confirmPhoneChange(
  ctx: Context,
  subscriberId: number,
  input: {
    code: string;
    clientAddress: string;
    userAgent: string | null;
  },
): Promise<void> {
  const change = await countAttempt(ctx, subscriberId);
  if (!change) throw new AppError(409, accountMessages.codeExpired, { field: "code" });
  const { phone, codeHash } = change;
  const { code, ...origin } = input;
  const isRight = ctx.settings.acceptedSecrets.some((secret) =>
    equalInConstantTime(codeHash, hashCode(secret, { subscriberId, phone, code })),
  );
  if (!isRight) {
    throw new AppError(400, accountMessages.codeWrong, { field: "code" });
  }
  await requireReachable(ctx, phone);
  // Before the code is used up, so that it still works once the subscription is paid for.
  await requireFirstTrial(ctx, subscriberId, phone);
  await ctx.db.$transaction(async (tx) => {
    // If two tabs submit the right code, only one stores the consent.
    const { count } = await tx.phoneChange.deleteMany({ where: { subscriberId, codeHash } });
    if (count === 0) return;
    await storeSmsConsent(ctx, tx, { subscriberId, phone, ...origin });
    const key = `phone_changed:${randomUUID()}`;
    await planNoticeTo(ctx, tx, subscriberId, { key, kind: "phone_changed", detail: { phone } });
  });
}

/** Counts a try before checking it, so that parallel tries count too. Null if none are left. */
async function countAttempt(ctx: Context, subscriberId: number) {
  const [change] = await ctx.db.$queryRaw<{ phone: string; codeHash: string }[]>`
    UPDATE phone_changes SET attempts = attempts + 1
    WHERE subscriber_id = ${subscriberId} AND attempts < ${maxAttempts}
      AND expires_at > ${ctx.clock.now()}
    RETURNING phone, code_hash AS "codeHash"`;
  return change ?? null;
}

/** Includes the subscriber and the number, so that a code works for nothing else. */
function hashCode(
  secret: string,
  change: { subscriberId: number; phone: string; code: string },
): string {
  const { subscriberId, phone, code } = change;
  return signatureOf(`${subscriberId} ${phone} ${code}`, "phone-code", secret);
}
