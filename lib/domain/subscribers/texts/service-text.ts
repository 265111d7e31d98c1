import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../../context";

/** A text other than a briefing. */
export type ServiceText = {
  /** E.164; the caller has checked that we may text it. */
  phoneNumber: string;
  message: string;
  /** What the user sees when sending fails. */
  failed: string;
};

/**
 * Sends a text other than a briefing, through the automation webhook if one is configured, or else
 * through the SMS provider.
 *
 * @throws AppError 502 when it wasn't sent, 409 when the number can't get our texts
 */
export async function sendServiceText(ctx: Context, text: ServiceText): Promise<void> {
  if (!ctx.automation) return sendTextDirectly(ctx, text);
  const { phoneNumber, message, failed } = text;
  await ctx.automation.sendText({ phoneNumber, message }).catch((cause: unknown) => {
    throw new AppError(502, failed, { cause });
  });
}

/**
 * Sends a text through the SMS provider, as briefings are.
 *
 * @throws AppError as `sendServiceText`
 */
export async function sendTextDirectly(
  ctx: Pick<Context, "sms">,
  { phoneNumber, message, failed }: ServiceText,
): Promise<void> {
  const outcome = await ctx.sms.send({ to: phoneNumber, body: message });
  if (outcome.state === "accepted") return;
  if (outcome.state === "refused" && outcome.reason !== "filtered") {
    const isStopped = outcome.reason === "opted_out";
    const { phoneStopped, phoneRefused } = onboardingMessages;
    throw new AppError(409, isStopped ? phoneStopped : phoneRefused, { detail: outcome.detail });
  }
  throw new AppError(502, failed, { detail: outcome.detail });
}

/**
 * Rejects a suppressed number.
 *
 * @param phoneNumber E.164
 * @throws AppError 409
 */
export async function requireReachable(ctx: Context, phoneNumber: string): Promise<void> {
  const suppression = await ctx.db.suppression.findUnique({
    where: { channel_address: { channel: "sms", address: phoneNumber } },
    select: { reason: true },
  });
  if (!suppression) return;
  const isStopped = suppression.reason === "stop";
  throw new AppError(
    409,
    isStopped ? onboardingMessages.phoneStopped : onboardingMessages.phoneRefused,
    { field: "phoneNumber" },
  );
}
