import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import {
  hasPendingDeliveries,
  moveDeliveries,
  reserveFormerEmail,
} from "../delivery/subscriber/subscriber-deliveries";

/**
 * Moves everything from the subscriber that a purchase created to the one whose address it now has, and
 * deletes the former. Deliveries move too, so that nobody gets a date's briefing twice. The phone number and
 * its consent move only if the latter has never consented to texts.
 *
 * @throws AppError 409 while a briefing to the former is being sent
 */
export async function mergeSubscriber(
  ctx: Context,
  tx: Transaction,
  { fromId, intoId }: { fromId: number; intoId: number },
): Promise<void> {
  if (await hasPendingDeliveries(tx, fromId)) throw deliveryPending();
  await reserveFormerEmail(ctx, tx, fromId);
  if (!(await moveDeliveries(tx, { fromId, intoId }))) throw deliveryPending();
  await tx.consent.updateMany({
    where: { subscriberId: fromId },
    data: { subscriberId: intoId },
  });
  await tx.subscriberNote.updateMany({
    where: { subscriberId: fromId },
    data: { subscriberId: intoId },
  });
  await tx.$executeRaw`
    UPDATE missed_days m SET subscriber_id = ${intoId}
    WHERE m.subscriber_id = ${fromId} AND NOT EXISTS (
      SELECT 1 FROM missed_days k
      WHERE k.subscriber_id = ${intoId} AND k.local_date = m.local_date)`;
  await tx.notice.updateMany({ where: { subscriberId: fromId }, data: { subscriberId: intoId } });
  await tx.$executeRaw`
    UPDATE subscribers i SET phone = f.phone, sms_enabled = f.sms_enabled,
      sms_consent_at = f.sms_consent_at
    FROM subscribers f
    WHERE i.id = ${intoId} AND f.id = ${fromId} AND f.sms_consent_at IS NOT NULL
      AND i.sms_consent_at IS NULL AND NOT i.sms_enabled`;
  await tx.subscriber.delete({ where: { id: fromId }, select: { id: true } });
  await recordAudit(ctx, tx, {
    actor: `subscriber:${intoId}`,
    action: "subscriber.merged",
    subject: `subscriber:${intoId}`,
    detail: { from: fromId },
  });
}

function deliveryPending(): AppError {
  return new AppError(409, onboardingMessages.deliveryPending, {
    code: onboardingErrorCodes.deliveryPending,
  });
}
