import type { ChannelSwitches } from "@/lib/contracts/account";
import { accountMessages } from "@/lib/messages/account";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { setEmailSwitch } from "../subscribers/email-switch";
import { requireReachable } from "../subscribers/texts/service-text";

/**
 * Turns the channels of one subscriber on or off; one that is not named stays as it is. Off is
 * always possible. On is refused where nothing would arrive: then neither switch has moved.
 *
 * @throws AppError 409 for e-mail to an address that mails came back from or that reported one as
 *   spam, for texts without a number that was consented to, or to one that said STOP or cannot get
 *   any
 */
export async function setChannelSwitches(
  ctx: Context,
  subscriberId: number,
  { emailEnabled, smsEnabled }: ChannelSwitches,
): Promise<void> {
  if (emailEnabled) await requireMailable(ctx, subscriberId);
  if (smsEnabled) await requireTextable(ctx, subscriberId);
  if (emailEnabled !== undefined) {
    await setEmailSwitch(ctx, subscriberId, emailEnabled, "account");
  }
  if (smsEnabled !== undefined) await setTextSwitch(ctx, subscriberId, smsEnabled);
}

async function requireMailable(ctx: Context, subscriberId: number): Promise<void> {
  const { email } = await ctx.db.subscriber.findUniqueOrThrow({
    where: { id: subscriberId },
    select: { email: true },
  });
  const suppression = await ctx.db.suppression.findUnique({
    where: { channel_address: { channel: "email", address: email.toLowerCase() } },
    select: { reason: true },
  });
  if (!suppression) return;
  const { emailReported, emailReturned } = accountMessages;
  const isReported = suppression.reason === "spam_complaint";
  throw new AppError(409, isReported ? emailReported : emailReturned, { field: "emailEnabled" });
}

async function requireTextable(ctx: Context, subscriberId: number): Promise<void> {
  const { phone, smsConsentAt } = await ctx.db.subscriber.findUniqueOrThrow({
    where: { id: subscriberId },
    select: { phone: true, smsConsentAt: true },
  });
  if (phone === null || smsConsentAt === null) {
    throw new AppError(409, onboardingMessages.phoneMissing, { field: "phoneNumber" });
  }
  await requireReachable(ctx, phone);
}

async function setTextSwitch(ctx: Context, subscriberId: number, isOn: boolean): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.subscriber.updateMany({
      where: { id: subscriberId, smsEnabled: !isOn },
      data: { smsEnabled: isOn, updatedAt: ctx.clock.now() },
    });
    if (count === 0) return;
    await recordAudit(ctx, tx, {
      actor: `subscriber:${subscriberId}`,
      action: isOn ? "sms.turned_on" : "sms.turned_off",
      subject: `subscriber:${subscriberId}`,
      detail: { way: "account" },
    });
  });
}
