import { z } from "zod";
import { createdTokenSchema, createTokenSchema, tokenSchema } from "@/lib/contracts/admin/tokens";
import { limits } from "@/lib/contracts/limits";
import { createApiToken, listApiTokens } from "@/lib/domain/team/api-tokens";
import { requireOwnPassword } from "@/lib/domain/team/own-password";
import { actorOf } from "@/lib/domain/auth/sessions";
import { tooMany } from "@/lib/http/route/reference";
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
  body: createTokenSchema,
  responses: { 201: createdTokenSchema },
  errors: [
    [400, "The admin's role doesn't include a scope, or their current password is wrong"],
    [404, "The admin no longer exists"],
    [409, "The admin has too many tokens"],
    tooMany(limits.adminPasswordChecks, "by one admin failed"),
  ],
  handler: async ({ ctx, body: { currentPassword, ...token }, caller }) => {
    await requireOwnPassword(ctx, caller, currentPassword);
    const created = await createApiToken(ctx, caller.adminId, token, actorOf(caller));
    return reply(created, { status: 201 });
  },
});
