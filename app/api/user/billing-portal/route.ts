import { billingPortalSchema } from "@/lib/contracts/billing";
import { limits } from "@/lib/contracts/limits";
import { openBillingPortal } from "@/lib/domain/account/account-settings";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "subscriber",
  summary: "Opens the payment provider's page for card and invoices",
  rateLimit: {
    name: "billing-portal",
    limit: limits.billingPortalPerSubscriber,
    per: ({ subscriberId }) => subscriberId,
  },
  responses: { 200: billingPortalSchema },
  errors: [
    [404, "There is no customer at the payment provider"],
    [503, "The payment provider is unavailable"],
  ],
  handler: async ({ ctx, caller: { subscriberId } }) => ({
    url: await openBillingPortal(ctx, subscriberId),
  }),
});
