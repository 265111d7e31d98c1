import { idParamsSchema } from "@/lib/contracts/primitives";
import { revokeApiToken } from "@/lib/domain/team/api-tokens";
import { actorOf } from "@/lib/domain/auth/sessions";
import { route } from "@/lib/http/route/route";

export const DELETE = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: "Revokes a token",
  params: idParamsSchema,
  responses: { 204: { description: "Revoked" } },
  errors: [[404, "No valid token has this id"]],
  handler: async ({ ctx, params, caller }) => {
    await revokeApiToken(ctx, params.id, actorOf(caller));
    return new Response(null, { status: 204 });
  },
});
