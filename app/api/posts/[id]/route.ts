import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { postUpdateSchema } from "@/lib/contracts/posts";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { postMessages } from "@/lib/messages/posts";
import { actorOf } from "@/lib/domain/auth/sessions";
import { getPost } from "@/lib/domain/posts/read-posts";
import { deletePost, updatePost } from "@/lib/domain/posts/write-posts";
import { anyoneOrAdmin } from "@/lib/http/route/access";
import { revalidatePosts } from "@/lib/http/pages/revalidate";
import { route } from "@/lib/http/route/route";

/** GET /api/posts/{id}: one post with its markdown. */
export const GET = route({
  access: anyoneOrAdmin,
  params: idParamsSchema,
  handler: ({ ctx, params, caller }) => getPost(ctx, params, { isAdmin: caller !== null }),
});

/** PUT /api/posts/{id}: replaces a post; with `updatedAt`, only the state the editor saw. */
export const PUT = route({
  access: "admin",
  params: idParamsSchema,
  body: postUpdateSchema,
  bodyLimitBytes: bodyLimitsBytes.post,
  handler: async ({ ctx, params, body, caller }) => {
    const { updatedAt: seen, ...post } = body;
    const saved = await updatePost(ctx, params.id, post, seen, actorOf(caller));
    revalidatePosts([saved.previousSlug, saved.post.slug]);
    return saved.post;
  },
});

/** DELETE /api/posts/{id}: takes a post off the site; it can be restored. */
export const DELETE = route({
  access: "admin",
  params: idParamsSchema,
  handler: async ({ ctx, params, caller }) => {
    const slug = await deletePost(ctx, params.id, actorOf(caller));
    revalidatePosts([slug]);
    return { message: postMessages.deleted };
  },
});
