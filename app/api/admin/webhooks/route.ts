import { z } from "zod";
import {
  createdWebhookSchema,
  newWebhookSchema,
  webhookSchema,
} from "@/lib/contracts/admin/webhooks";
import { requirePasswordInSession } from "@/lib/domain/team/own-password";
import { setBy } from "@/lib/domain/auth/sessions";
import { createWebhook, listWebhooks } from "@/lib/domain/webhooks/endpoints";
import { ownCheckErrors } from "@/lib/http/route/reference";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manage",
  summary: "Lists the outgoing webhooks",
  responses: { 200: z.array(webhookSchema) },
  handler: ({ ctx }) => listWebhooks(ctx),
});

export const POST = route({
  access: "admin:manage",
  summary: "Adds an outgoing webhook; calls are signed as standardwebhooks.com specifies",
  body: newWebhookSchema,
  responses: { 201: createdWebhookSchema },
  errors: [
    [400, "The URL isn't https, or not on the public internet"],
    [409, "There are too many"],
    ...ownCheckErrors,
  ],
  handler: async ({ ctx, body: { currentPassword, ...webhook }, caller }) => {
    // It gets subscribers' addresses for as long as it exists.
    await requirePasswordInSession(ctx, caller, currentPassword);
    return reply(await createWebhook(ctx, webhook, setBy(caller)), { status: 201 });
  },
});
