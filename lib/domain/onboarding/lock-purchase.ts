import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { lockCustomer } from "../billing/paddle-sync";
import type { Context } from "../context";
import type { Signup } from "./signup-subscriber";

/** The 404 for a uid without a purchase. */
export function accountNotFound(): AppError {
  return new AppError(404, onboardingMessages.accountNotFound, {
    code: onboardingErrorCodes.accountNotFound,
  });
}

/**
 * Locks the purchase against webhooks and other submissions, then reads it.
 *
 * @throws AppError 404 `account_not_found`
 */
export async function lockPurchase(
  ctx: Context,
  tx: Transaction,
  uid: string,
): Promise<Omit<Signup, "input">> {
  const unlocked = await tx.onboardingRecord.findUnique({
    where: { uid },
    select: { paddleCustomerId: true },
  });
  const customerId = unlocked?.paddleCustomerId;
  if (customerId) await lockCustomer(tx, customerId);
  const record = await tx.onboardingRecord.findUnique({ where: { uid } });
  const subscription =
    record?.paddleSubscriptionId &&
    (await tx.subscription.findUnique({
      where: { paddleSubscriptionId: record.paddleSubscriptionId },
      select: { id: true, status: true, endReason: true, createdAt: true },
    }));
  if (!record || !subscription) {
    throw accountNotFound();
  }
  const buyer = customerId
    ? await tx.paddleCustomer.findUnique({
        where: { id: customerId },
        select: { email: true, name: true },
      })
    : null;
  return { ctx, tx, record, subscription, buyer };
}
