import { idParamsSchema } from "@/lib/contracts/primitives";
import { replayedSchema, replaySchema } from "@/lib/contracts/admin/webhooks";
import { actorOf } from "@/lib/domain/auth/sessions";
import { replayWebhook } from "@/lib/domain/webhooks/delivery-log";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:manage",
  summary: "Sends one message again, or all that failed since a time, with the same message ids",
  params: idParamsSchema,
  body: replaySchema,
  responses: { 200: replayedSchema },
  errors: [
    [404, "No webhook or delivery has this id"],
    [409, "The webhook is turned off"],
  ],
  handler: async ({ ctx, params, body, caller }) => ({
    replayed: await replayWebhook(ctx, params.id, body, actorOf(caller)),
  }),
});
