import { textSentSchema } from "@/lib/contracts/responses/onboarding";
import { phoneNumberSchema } from "@/lib/contracts/onboarding";
import { smsTestMessages } from "@/lib/messages/sms-test";
import { actorOf } from "@/lib/domain/auth/sessions";
import { sendTestText } from "@/lib/domain/contact/texts/test-text";
import { textErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:write",
  summary: "Sends a test text",
  body: phoneNumberSchema,
  responses: { 200: textSentSchema },
  errors: [...textErrors],
  handler: async ({ ctx, body, caller, clientAddress }) => {
    const phoneNumber = await sendTestText(ctx, { ...body, clientAddress }, actorOf(caller));
    return { message: smsTestMessages.sent, phoneNumber };
  },
});
