import { accountDetailsSentences, phoneCodeSchema } from "@/lib/contracts/account-details";
import { limits } from "@/lib/contracts/limits";
import { requireFirstTrialOf } from "@/lib/domain/billing/second-trial";
import { confirmPhoneChange } from "@/lib/domain/subscribers/phone-change";
import { route } from "@/lib/http/route";

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
      allowNumber: requireFirstTrialOf,
    });
    return { message: accountDetailsSentences.phoneChanged };
  },
});
