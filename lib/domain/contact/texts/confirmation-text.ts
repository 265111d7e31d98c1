import type { ConfirmationText } from "@/lib/contracts/onboarding";
import { confirmationScreen } from "@/lib/messages/onboarding";
import { confirmationText } from "@/lib/messages/texts";
import type { Context } from "../../context";
import { sendServiceText, TextNotSentError } from "./service-text";

/**
 * Sends the confirmation text and stores what happened to it in the onboarding record.
 *
 * @param input.phoneNumber E.164; the caller has checked that we may text it
 * @throws AppError like `sendServiceText`
 */
export async function sendConfirmationText(
  ctx: Context,
  { recordId, phoneNumber }: { recordId: number; phoneNumber: string },
): Promise<void> {
  const { failed } = confirmationScreen;
  // Stored before sending: after a crash, the text may have been sent.
  await storeConfirmationText(ctx, recordId, "sending");
  try {
    await sendServiceText(ctx, { phoneNumber, message: confirmationText, failed });
  } catch (error) {
    if (error instanceof TextNotSentError) {
      await storeConfirmationText(ctx, recordId, error.reason);
    }
    throw error;
  }
  await storeConfirmationText(ctx, recordId, "sent");
}

/**
 * Stores what happened to a record's confirmation text. A failed resend doesn't override that a text was
 * sent, unless it shows that the number can't get texts.
 */
export async function storeConfirmationText(
  ctx: Context,
  id: number,
  state: Exclude<ConfirmationText, "not_requested" | "unsupported_country">,
): Promise<void> {
  const isFinal = state === "sent" || state === "opted_out" || state === "refused";
  await ctx.db.onboardingRecord.updateMany({
    where: {
      id,
      ...(isFinal
        ? {}
        : { OR: [{ confirmationText: null }, { confirmationText: { not: "sent" } }] }),
    },
    data: { confirmationText: state, updatedAt: ctx.clock.now() },
  });
}
