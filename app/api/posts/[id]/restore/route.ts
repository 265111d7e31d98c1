import { idParamsSchema } from "@/lib/contracts/primitives";
import { actorOf } from "@/lib/domain/auth/sessions";
import { restorePost } from "@/lib/domain/posts/write-posts";
import { revalidatePosts } from "@/lib/http/pages/revalidate";
import { route } from "@/lib/http/route/route";

/** POST /api/posts/{id}/restore: puts a deleted post back. */
export const POST = route({
  access: "admin",
  params: idParamsSchema,
  handler: async ({ ctx, params, caller }) => {
    const post = await restorePost(ctx, params.id, actorOf(caller));
    revalidatePosts([post.slug]);
    return post;
  },
});
