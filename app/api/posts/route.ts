import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { postInputSchema, postListQuerySchema } from "@/lib/contracts/posts";
import { actorOf } from "@/lib/domain/auth/sessions";
import { listAllPosts, listPublicPosts } from "@/lib/domain/posts/read-posts";
import { createPost } from "@/lib/domain/posts/write-posts";
import { anyoneOrAdmin } from "@/lib/http/route/access";
import { reply } from "@/lib/http/route/respond";
import { revalidatePosts } from "@/lib/http/pages/revalidate";
import { route } from "@/lib/http/route/route";

/** GET /api/posts: newest first, without content; administrators see scheduled ones too. */
export const GET = route({
  access: anyoneOrAdmin,
  query: postListQuerySchema,
  handler: async ({ ctx, query, caller }) => {
    const list = caller ? listAllPosts : listPublicPosts;
    const { posts, totalCount } = await list(ctx, query);
    return reply(posts, { headers: { "x-total-count": String(totalCount) } });
  },
});

/** POST /api/posts: writes a new post. */
export const POST = route({
  access: "admin",
  body: postInputSchema,
  bodyLimitBytes: bodyLimitsBytes.post,
  handler: async ({ ctx, body, caller }) => {
    const post = await createPost(ctx, body, actorOf(caller));
    revalidatePosts([post.slug]);
    return reply(post, { status: 201 });
  },
});
