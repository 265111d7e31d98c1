import { randomInt } from "node:crypto";
import { accountMessages } from "@/lib/messages/account";
import { confirmationScreen } from "@/lib/messages/onboarding";
import { phoneCodeText } from "@/lib/messages/texts";
import { AppError } from "@/lib/platform/app-error";
import { equalInConstantTime, signatureOf } from "@/lib/platform/tokens";
import type { Context } from "../context";
import { takeTextHits } from "../limits/text-limits";
import { parsePhoneNumber } from "../subscribers/texts/phone-numbers";
import { requireReachable, sendServiceText } from "../subscribers/texts/service-text";
import { storeSmsConsent } from "../onboarding/sms-consent";

const codeLifeMs = 10 * 60_000;

/** Of a million codes; with five texts a day to a number, guessing leads nowhere. */
const maxAttempts = 5;

/**
 * Begins the change of a subscriber's number: a six-digit code goes to the new one, which replaces
 * the old when the code is entered within ten minutes. A second request takes the first one's
 * place. Until then texts go on to the old number.
 *
 * @returns the new number in E.164
 * @throws AppError 400 for no such number, 409 for the present one, or one that said STOP or cannot
 *   get our texts, 502 when nobody took the text
 */
export async function startPhoneChange(
  ctx: Context,
  subscriberId: number,
  input: { phoneNumber: string; clientAddress: string },
): Promise<string> {
  const phone = parsePhoneNumber(input.phoneNumber);
  const current = await ctx.db.subscriber.findUniqueOrThrow({
    where: { id: subscriberId },
    select: { phone: true, smsConsentAt: true },
  });
  if (current.phone === phone && current.smsConsentAt !== null) {
    throw new AppError(409, accountMessages.phoneUnchanged, { field: "phoneNumber" });
  }
  await requireReachable(ctx, phone);
  await takeTextHits(ctx, phone, input.clientAddress);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const change = {
    phone,
    codeHash: hashCode(ctx, { subscriberId, phone, code }),
    attempts: 0,
    expiresAt: new Date(ctx.clock.now().getTime() + codeLifeMs),
  };
  // Written before the text leaves: one whose fate is unknown may arrive, and its code must work.
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
 * Ends the change of a number with the code that was texted to it: the number is the subscriber's,
 * the consent to texts to it is recorded, and texts are on. Five wrong codes end the change too.
 *
 * @throws AppError 400 for a wrong code, 409 when there is none that still works, or when the
 *   number has said STOP meanwhile; as `storeSmsConsent`
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
  const change = await takeAttempt(ctx, subscriberId);
  if (!change) throw new AppError(409, accountMessages.codeOver, { field: "code" });
  const { phone, codeHash } = change;
  const { code, ...origin } = input;
  if (!equalInConstantTime(codeHash, hashCode(ctx, { subscriberId, phone, code }))) {
    throw new AppError(400, accountMessages.codeWrong, { field: "code" });
  }
  await requireReachable(ctx, phone);
  await ctx.db.$transaction(async (tx) => {
    // Of two tabs with the right code one ends the change.
    const { count } = await tx.phoneChange.deleteMany({ where: { subscriberId, codeHash } });
    if (count > 0) await storeSmsConsent(ctx, tx, { subscriberId, phone, ...origin });
  });
}

/** Counts a try before it is judged, so that parallel ones count too. Null when none is left. */
async function takeAttempt(ctx: Context, subscriberId: number) {
  const [change] = await ctx.db.$queryRaw<{ phone: string; codeHash: string }[]>`
    UPDATE phone_changes SET attempts = attempts + 1
    WHERE subscriber_id = ${subscriberId} AND attempts < ${maxAttempts}
      AND expires_at > ${ctx.clock.now()}
    RETURNING phone, code_hash AS "codeHash"`;
  return change ?? null;
}

/** Bound to the person and the number, so that a code opens nothing else. */
function hashCode(
  { settings }: Pick<Context, "settings">,
  change: { subscriberId: number; phone: string; code: string },
): string {
  const { subscriberId, phone, code } = change;
  return signatureOf(`${subscriberId} ${phone} ${code}`, "phone-code", settings.signingSecret);
}
