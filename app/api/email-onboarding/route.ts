import { productUidField } from "@/lib/brand";
import { limits } from "@/lib/contracts/limits";
import {
  emailOnboardingAnswerSchema,
  emailOnboardingSchema,
  onboardingErrorCodes,
} from "@/lib/contracts/onboarding";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { trialUsed } from "@/lib/domain/billing/repeat-trial";
import { completeSignup } from "@/lib/domain/onboarding/complete-signup";
import { AppError } from "@/lib/platform/app-error";
import { setCheckoutCookie } from "@/lib/http/auth/checkout-cookie";
import { readSession } from "@/lib/http/auth/session";
import { tooMany } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "public",
  summary:
    "Completes a sign-up with an email and a time zone, and opens its record to this browser",
  rateLimit: { name: "onboarding", limit: limits.onboardingPerAddress },
  body: emailOnboardingSchema,
  responses: { 200: emailOnboardingAnswerSchema },
  errors: [
    [400, "The uid is missing", onboardingErrorCodes.uidRequired],
    [404, "No purchase has this uid", onboardingErrorCodes.accountNotFound],
    [409, "The email has an active subscription", onboardingErrorCodes.emailActive],
    [409, "A briefing is on its way to the purchase", onboardingErrorCodes.deliveryPending],
    [409, "It's a second free trial, which isn't served", onboardingErrorCodes.trialUsed],
    [409, "The email is taken, or the sign-up can't be changed anymore"],
    [410, "The sign-up wasn't finished within 30 days of the purchase"],
    tooMany(limits.purchaseLookupsPerAddress, "from one client address had an unknown uid"),
    [503, "The purchase can't be looked up"],
  ],
  handler: async ({ ctx, body, cookies, clientAddress, request }) => {
    const uid = body[productUidField];
    const { email, timezone } = body;
    const userAgent = request.headers.get("user-agent");
    const session = await readSession(ctx, cookies, "subscriber");
    // Refused buyers need it too: to start without a trial, or to cancel a second purchase.
    const open = () => setCheckoutCookie(ctx, cookies, uid);
    const id = await completeSignup(ctx, {
      uid,
      email,
      timezone,
      clientAddress,
      userAgent,
      subscriberId: session?.subscriberId ?? null,
      sessionId: session?.id ?? null,
    }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === onboardingErrorCodes.emailActive) open();
      throw error;
    });
    open();
    if (id === null) throw trialUsed();
    return { id, message: onboardingMessages.saved };
  },
});
