import { billingPortalSchema } from "@/lib/contracts/billing";
import { limits } from "@/lib/contracts/limits";
import { openBillingPortal } from "@/lib/domain/account/account-settings";
import { takeHit } from "@/lib/domain/limits/rate-limit";
import { tooMany } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "subscriber",
  summary: "Opens the payment provider's page for card and invoices",
  responses: { 200: billingPortalSchema },
  errors: [
    [404, "There is no customer at the payment provider"],
    tooMany(limits.billingPortalPerSubscriber, "by one subscriber"),
    [503, "The payment provider is unavailable"],
  ],
  handler: async ({ ctx, caller: { subscriberId } }) => {
    await takeHit(ctx, `billing-portal:${subscriberId}`, limits.billingPortalPerSubscriber);
    return { url: await openBillingPortal(ctx, subscriberId) };
  },
});
