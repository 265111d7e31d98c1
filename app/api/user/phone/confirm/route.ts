import { messageSchema } from "@/lib/contracts/responses/message";
import { phoneCodeSchema } from "@/lib/contracts/account";
import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import { limits } from "@/lib/contracts/limits";
import { accountMessages } from "@/lib/messages/account";
import { confirmPhoneChange } from "@/lib/domain/account/phone-change";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "subscriber",
  summary: "Confirms a new number with the code texted to it",
  rateLimit: { name: "onboarding", limit: limits.onboardingPerAddress },
  body: phoneCodeSchema,
  responses: { 200: messageSchema },
  errors: [
    [400, "The code is wrong"],
    [409, "The number shows that this is a second free trial", onboardingErrorCodes.trialUsed],
    [409, "No code is active, or the number replied STOP or can't get texts"],
  ],
  handler: async ({ ctx, caller, body, clientAddress, request }) => {
    await confirmPhoneChange(ctx, caller.subscriberId, {
      code: body.code,
      clientAddress,
      userAgent: request.headers.get("user-agent"),
    });
    return { message: accountMessages.phoneChanged };
  },
});
