import { z } from "zod";
import { createdTokenSchema, newTokenSchema, tokenSchema } from "@/lib/contracts/admin/tokens";
import { createApiToken, listApiTokens } from "@/lib/domain/auth/api-tokens";
import { actorOf } from "@/lib/domain/auth/sessions";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: "Lists the valid tokens of all admins, newest first",
  responses: { 200: z.array(tokenSchema) },
  handler: ({ ctx }) => listApiTokens(ctx),
});

export const POST = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: "Creates a token that acts as the admin",
  body: newTokenSchema,
  responses: { 201: createdTokenSchema },
  errors: [
    [400, "The admin's role doesn't include a scope"],
    [404, "The admin no longer exists"],
    [409, "The admin has too many tokens"],
  ],
  handler: async ({ ctx, body, caller }) =>
    reply(await createApiToken(ctx, caller.adminId, body, actorOf(caller)), { status: 201 }),
});
