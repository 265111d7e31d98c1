import { idParamsSchema } from "@/lib/contracts/primitives";
import { webhookSecretSchema } from "@/lib/contracts/admin/webhooks";
import { actorOf } from "@/lib/domain/auth/sessions";
import { rotateWebhookSecret } from "@/lib/domain/webhooks/endpoints";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:manage",
  summary: "Gives an outgoing webhook a new secret; the current one stays valid for a day",
  params: idParamsSchema,
  responses: { 200: webhookSecretSchema },
  errors: [[404, "No webhook has this id"]],
  handler: async ({ ctx, params, caller }) => ({
    secret: await rotateWebhookSecret(ctx, params.id, actorOf(caller)),
  }),
});
