import { limits } from "@/lib/contracts/limits";
import { openBillingPortal } from "@/lib/domain/account/billing-portal";
import { takeHit } from "@/lib/domain/limits/rate-limit";
import { route } from "@/lib/http/route/route";

/** POST /api/user/billing-portal: the address of the session's own card and invoices. */
export const POST = route({
  access: "subscriber",
  handler: async ({ ctx, caller: { subscriberId } }) => {
    await takeHit(ctx, `billing-portal:${subscriberId}`, limits.billingPortalPerSubscriber);
    return { url: await openBillingPortal(ctx, subscriberId) };
  },
});
