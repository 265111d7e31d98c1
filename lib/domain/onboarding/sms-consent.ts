import { smsConsentWording } from "@/lib/messages/onboarding";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import type { Context } from "../context";

/** A subscriber's consent to texts to a number, and where it came from. */
export type SmsConsent = {
  subscriberId: number;
  /** E.164. */
  phone: string;
  clientAddress: string;
  userAgent: string | null;
};

/**
 * Stores the number and the consent (with wording, time, client address, and browser) and turns
 * texts on.
 */
export async function storeSmsConsent(
  ctx: Context,
  tx: Transaction,
  { subscriberId, phone, clientAddress, userAgent }: SmsConsent,
): Promise<void> {
  const now = ctx.clock.now();
  const before = await tx.subscriber.findUniqueOrThrow({
    where: { id: subscriberId },
    select: { phone: true },
  });
  await tx.subscriber.update({
    where: { id: subscriberId },
    data: { phone, smsEnabled: true, smsConsentAt: now, updatedAt: now },
    select: { id: true },
  });
  await tx.consent.create({
    data: {
      subscriberId,
      kind: "sms",
      wording: smsConsentWording,
      phone,
      ipAddress: clientAddress,
      userAgent,
      grantedAt: now,
    },
    select: { id: true },
  });
  await recordAudit(ctx, tx, {
    actor: `subscriber:${subscriberId}`,
    action: "sms.consented",
    subject: `subscriber:${subscriberId}`,
    ...(before.phone === phone ? {} : { detail: { before, after: { phone } } }),
  });
}
