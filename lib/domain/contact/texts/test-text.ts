import { briefingMessages } from "@/lib/messages/briefings";
import { testText } from "@/lib/messages/texts";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { parsePhoneNumber } from "../phone-numbers";
import { requireReachable, sendServiceText } from "./service-text";
import { enforceTextLimits } from "./text-limits";

/**
 * Sends a test text, the same way as confirmation texts.
 *
 * @param input.phoneNumber digits with their country code, with or without a plus
 * @returns the number written to, E.164
 * @throws AppError 400 for an invalid number, 409 for one that must not or can't get our texts, 502 if it
 *   wasn't sent
 */
export async function sendTestText(
  ctx: Context,
  input: { phoneNumber: string; clientAddress: string },
  actor: Actor,
): Promise<string> {
  const typed = input.phoneNumber;
  const phoneNumber = parsePhoneNumber(ctx, typed.startsWith("+") ? typed : `+${typed}`);
  await requireReachable(ctx, phoneNumber);
  const { clientAddress } = input;
  await enforceTextLimits(ctx, { phoneNumber, clientAddress, subscriberId: null });
  await sendServiceText(ctx, {
    phoneNumber,
    message: testText,
    failed: briefingMessages.textNotSent,
  });
  await recordAudit(ctx, ctx.db, { actor, action: "sms.tested", subject: `sms:${phoneNumber}` });
  return phoneNumber;
}
