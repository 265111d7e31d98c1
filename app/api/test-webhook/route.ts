import { phoneNumberSchema } from "@/lib/contracts/onboarding";
import { smsTestMessages } from "@/lib/messages/sms-test";
import { actorOf } from "@/lib/domain/auth/sessions";
import { sendTestText } from "@/lib/domain/subscribers/texts/test-text";
import { route } from "@/lib/http/route/route";

/** POST /api/test-webhook: sends a test text, for both screens that do. */
export const POST = route({
  access: "admin",
  body: phoneNumberSchema,
  handler: async ({ ctx, body, caller, clientAddress }) => {
    const phoneNumber = await sendTestText(ctx, { ...body, clientAddress }, actorOf(caller));
    return { message: smsTestMessages.sent, phoneNumber };
  },
});
