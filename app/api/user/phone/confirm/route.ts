import { phoneCodeSchema } from "@/lib/contracts/account";
import { limits } from "@/lib/contracts/limits";
import { accountMessages } from "@/lib/messages/account";
import { confirmPhoneChange } from "@/lib/domain/account/phone-change";
import { route } from "@/lib/http/route/route";

/** POST /api/user/phone/confirm: the code that was texted to the new number makes it one's own. */
export const POST = route({
  access: "subscriber",
  rateLimit: { name: "onboarding", limit: limits.onboardingPerAddress },
  body: phoneCodeSchema,
  handler: async ({ ctx, caller, body, clientAddress, request }) => {
    await confirmPhoneChange(ctx, caller.subscriberId, {
      code: body.code,
      clientAddress,
      userAgent: request.headers.get("user-agent"),
    });
    return { message: accountMessages.phoneChanged };
  },
});
