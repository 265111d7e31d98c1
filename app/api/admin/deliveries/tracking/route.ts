import { trackingSchema } from "@/lib/contracts/admin/deliveries";
import { actorOf } from "@/lib/domain/auth/sessions";
import { setTracking } from "@/lib/domain/delivery/reports/tracking";
import { route } from "@/lib/http/route/route";

export const PUT = route({
  access: "admin:manage",
  summary: "Turns open and click tracking on or off, for emails that are sent from now on",
  body: trackingSchema,
  responses: { 200: trackingSchema },
  handler: async ({ ctx, caller, body }) => {
    await setTracking(ctx, { value: body.isTracking, by: actorOf(caller) });
    return body;
  },
});
