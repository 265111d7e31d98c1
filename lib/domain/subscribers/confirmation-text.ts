import { brand } from "@/lib/brand";
import { onboardingSentences } from "@/lib/contracts/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../context";

/** The first text: who, how often, what it costs, how it ends (CTIA Messaging Principles). One segment. */
export const confirmationText = `${brand.name}: you're in! 3 finance headlines, 1 text each weekday from tomorrow. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`;

/**
 * Sends the confirmation through the automation webhook where one is configured, else straight
 * through the SMS provider.
 *
 * @param phoneNumber E.164; whether it may be written to is the caller's to know
 * @throws AppError 502 when nobody took it, 409 when the number cannot get our texts
 */
export async function sendConfirmationText(ctx: Context, phoneNumber: string): Promise<void> {
  if (ctx.automation) {
    await ctx.automation
      .sendText({ phoneNumber, message: confirmationText })
      .catch((cause: unknown) => {
        throw new AppError(502, onboardingSentences.confirmationFailed, { cause });
      });
    return;
  }
  const outcome = await ctx.sms.send({ to: phoneNumber, body: confirmationText });
  if (outcome.state === "accepted") return;
  if (outcome.state === "refused" && outcome.reason !== "filtered") {
    const isStopped = outcome.reason === "opted_out";
    const { phoneStopped, phoneRefused } = onboardingSentences;
    throw new AppError(409, isStopped ? phoneStopped : phoneRefused, { detail: outcome.detail });
  }
  throw new AppError(502, onboardingSentences.confirmationFailed, { detail: outcome.detail });
}
