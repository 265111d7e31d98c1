import { revisionListSchema } from "@/lib/contracts/admin/history";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { listRevisions } from "@/lib/domain/revisions";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:write",
  summary: "Lists the versions of a post, newest first",
  params: idParamsSchema,
  responses: { 200: revisionListSchema },
  handler: async ({ ctx, params }) => ({
    revisions: await listRevisions(ctx, { postId: params.id }),
  }),
});
