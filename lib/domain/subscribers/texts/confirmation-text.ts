import { brand } from "@/lib/brand";
import { onboardingMessages } from "@/lib/messages/onboarding";
import type { Context } from "../../context";
import { sendServiceText } from "./service-text";

/** The first text: who, how often, what it costs, how it ends (CTIA Messaging Principles). One segment. */
export const confirmationText = `${brand.name}: you're in! 3 finance headlines, 1 text each weekday from tomorrow. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`;

/**
 * Sends the confirmation.
 *
 * @param phoneNumber E.164; whether it may be written to is the caller's to know
 * @throws AppError as `sendServiceText`
 */
export async function sendConfirmationText(ctx: Context, phoneNumber: string): Promise<void> {
  const { confirmationFailed: failed } = onboardingMessages;
  await sendServiceText(ctx, { phoneNumber, message: confirmationText, failed });
}
