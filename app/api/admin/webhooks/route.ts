import { z } from "zod";
import {
  createdWebhookSchema,
  webhookInputSchema,
  webhookSchema,
} from "@/lib/contracts/admin/webhooks";
import { setBy } from "@/lib/domain/auth/sessions";
import { createWebhook, listWebhooks } from "@/lib/domain/webhooks/endpoints";
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
  summary: "Adds an outgoing webhook; calls are signed as standardwebhooks.com says",
  body: webhookInputSchema,
  responses: { 201: createdWebhookSchema },
  errors: [
    [400, "The URL isn't https, or not on the public internet"],
    [409, "There are too many"],
  ],
  handler: async ({ ctx, body, caller }) =>
    reply(await createWebhook(ctx, body, setBy(caller)), { status: 201 }),
});
