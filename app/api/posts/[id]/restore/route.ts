import { postSchema } from "@/lib/contracts/responses/posts";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { actorOf } from "@/lib/domain/auth/sessions";
import { restorePost } from "@/lib/domain/posts/write-posts";
import { purgePages } from "@/lib/http/pages/purge-pages";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:write",
  summary: "Restores a deleted post",
  params: idParamsSchema,
  responses: { 200: postSchema },
  errors: [
    [404, "No post has this id"],
    [409, "Another post has this slug", "slug_taken"],
  ],
  handler: async ({ ctx, params, caller }) => {
    const post = await restorePost(ctx, params.id, actorOf(caller));
    await purgePages();
    return post;
  },
});
