import { confirmationScreen } from "@/lib/messages/onboarding";
import { confirmationText } from "@/lib/messages/texts";
import type { Context } from "../../context";
import { sendServiceText } from "./service-text";

/**
 * Sends the confirmation text.
 *
 * @param phoneNumber E.164; the caller has checked that we may text it
 * @throws AppError as `sendServiceText`
 */
export async function sendConfirmationText(ctx: Context, phoneNumber: string): Promise<void> {
  const { failed } = confirmationScreen;
  await sendServiceText(ctx, { phoneNumber, message: confirmationText, failed });
}
