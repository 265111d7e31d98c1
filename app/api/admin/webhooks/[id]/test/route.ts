import { z } from "zod";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { actorOf } from "@/lib/domain/auth/sessions";
import { testWebhook } from "@/lib/domain/webhooks/delivery-log";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:manage",
  summary: "Sends an outgoing webhook a message of the type webhook.test",
  params: idParamsSchema,
  responses: { 200: z.object({ messageId: z.string() }) },
  errors: [
    [404, "No webhook has this id"],
    [409, "The webhook is turned off"],
  ],
  handler: async ({ ctx, params, caller }) => ({
    messageId: await testWebhook(ctx, params.id, actorOf(caller)),
  }),
});
