import { movedPostQuerySchema } from "@/lib/contracts/posts";
import { movedPostSchema } from "@/lib/contracts/responses/posts";
import { getMovedPost } from "@/lib/domain/posts/import/old-addresses";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "public",
  summary: "Returns the post that had a path on the site it was imported from",
  query: movedPostQuerySchema,
  responses: { 200: movedPostSchema },
  errors: [[404, "No public post had this path"]],
  handler: ({ ctx, query }) => getMovedPost(ctx, query.path),
});
