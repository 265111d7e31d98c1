import { idParamsSchema } from "@/lib/contracts/primitives";
import { webhookSchema, webhookUpdateSchema } from "@/lib/contracts/admin/webhooks";
import { requirePasswordInSession } from "@/lib/domain/team/own-password";
import { actorOf, setBy } from "@/lib/domain/auth/sessions";
import { deleteWebhook, getWebhook, updateWebhook } from "@/lib/domain/webhooks/endpoints";
import { ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const PUT = route({
  access: "admin:manage",
  summary: "Replaces an outgoing webhook's settings, and turns it on or off",
  params: idParamsSchema,
  body: webhookUpdateSchema,
  responses: { 200: webhookSchema },
  errors: [
    [400, "The URL isn't https, or not on the public internet"],
    [404, "No webhook has this id"],
    ...ownCheckErrors,
  ],
  handler: async ({ ctx, params, body: { currentPassword, ...webhook }, caller }) => {
    const { url, disabledAt } = await getWebhook(ctx, params.id);
    const startsSending = url !== webhook.url || (webhook.isEnabled && disabledAt !== null);
    if (startsSending) await requirePasswordInSession(ctx, caller, currentPassword);
    return updateWebhook(ctx, params.id, webhook, setBy(caller));
  },
});

export const DELETE = route({
  access: "admin:manage",
  summary: "Deletes an outgoing webhook with its log",
  params: idParamsSchema,
  responses: { 204: { description: "Deleted" } },
  errors: [[404, "No webhook has this id"]],
  handler: async ({ ctx, params, caller }) => {
    await deleteWebhook(ctx, params.id, actorOf(caller));
    return new Response(null, { status: 204 });
  },
});
