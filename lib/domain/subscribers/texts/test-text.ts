import { briefingMessages } from "@/lib/messages/briefings";
import { testText } from "@/lib/messages/texts";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { enforceTextLimits } from "../../limits/text-limits";
import { parsePhoneNumber } from "./phone-numbers";
import { requireReachable, sendServiceText } from "./service-text";

/**
 * Sends a test text, the way that confirmation texts take.
 *
 * @param input.phoneNumber digits with their country code, with or without a plus
 * @returns the number written to, E.164
 * @throws AppError 400 for no such number, 409 for one that must not or cannot get our texts, 502
 *   when it wasn't sent
 */
export async function sendTestText(
  ctx: Context,
  input: { phoneNumber: string; clientAddress: string },
  actor: Actor,
): Promise<string> {
  const typed = input.phoneNumber;
  const phoneNumber = parsePhoneNumber(typed.startsWith("+") ? typed : `+${typed}`);
  await requireReachable(ctx, phoneNumber);
  await enforceTextLimits(ctx, phoneNumber, input.clientAddress);
  await sendServiceText(ctx, {
    phoneNumber,
    message: testText,
    failed: briefingMessages.textNotSent,
  });
  await recordAudit(ctx, ctx.db, { actor, action: "sms.tested", subject: `sms:${phoneNumber}` });
  return phoneNumber;
}
