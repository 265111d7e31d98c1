import { revisionDetailSchema, revisionParamsSchema } from "@/lib/contracts/admin/history";
import { getRevision } from "@/lib/domain/revisions";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:write",
  summary: "Returns one version of a post, and the one before it",
  params: revisionParamsSchema,
  responses: { 200: revisionDetailSchema },
  errors: [[404, "There is no such version"]],
  handler: ({ ctx, params }) => getRevision(ctx, { postId: params.id }, params.number),
});
