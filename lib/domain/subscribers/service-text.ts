import { onboardingSentences } from "@/lib/contracts/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../context";

/**
 * Sends one text that is no briefing, through the automation webhook where one is configured, else
 * straight through the SMS provider.
 *
 * @param text.phoneNumber E.164; whether it may be written to is the caller's to know
 * @param text.failed what a person reads when nobody took it
 * @throws AppError 502 when nobody took it, 409 when the number cannot get our texts
 */
export async function sendServiceText(
  ctx: Context,
  { phoneNumber, message, failed }: { phoneNumber: string; message: string; failed: string },
): Promise<void> {
  if (ctx.automation) {
    await ctx.automation.sendText({ phoneNumber, message }).catch((cause: unknown) => {
      throw new AppError(502, failed, { cause });
    });
    return;
  }
  const outcome = await ctx.sms.send({ to: phoneNumber, body: message });
  if (outcome.state === "accepted") return;
  if (outcome.state === "refused" && outcome.reason !== "filtered") {
    const isStopped = outcome.reason === "opted_out";
    const { phoneStopped, phoneRefused } = onboardingSentences;
    throw new AppError(409, isStopped ? phoneStopped : phoneRefused, { detail: outcome.detail });
  }
  throw new AppError(502, failed, { detail: outcome.detail });
}

/**
 * Refuses a number that must not or cannot get our texts.
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
    isStopped ? onboardingSentences.phoneStopped : onboardingSentences.phoneRefused,
    { field: "phoneNumber" },
  );
}
