import { z } from "zod";
import { postListItemSchema, postSchema } from "@/lib/contracts/responses/posts";
import { bodyLimitsBytes, limits } from "@/lib/contracts/limits";
import { postInputSchema, postListQuerySchema } from "@/lib/contracts/posts";
import { actorOf } from "@/lib/domain/auth/sessions";
import { listAllPosts, listPublicPosts } from "@/lib/domain/posts/read-posts";
import { createPost } from "@/lib/domain/posts/write-posts";
import { anyoneOrAdmin } from "@/lib/http/route/access";
import { reply } from "@/lib/http/route/respond";
import { purgePages } from "@/lib/http/pages/purge-pages";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: anyoneOrAdmin,
  summary:
    "Lists posts without their content, newest first; admins see scheduled ones and drafts too",
  query: postListQuerySchema,
  rateLimit: {
    name: "post-search",
    limit: limits.postSearchesPerAddress,
    // Admins search while they type.
    counts: ({ caller, parameters }) => caller === null && parameters.has("q"),
  },
  responses: {
    200: {
      schema: z.array(postListItemSchema),
      headers: { "x-total-count": "How many there are on all pages" },
    },
  },
  handler: async ({ ctx, query, caller }) => {
    const list = caller ? listAllPosts : listPublicPosts;
    const { posts, totalCount } = await list(ctx, query);
    return reply(posts, { headers: { "x-total-count": String(totalCount) } });
  },
});

export const POST = route({
  access: "admin:write",
  summary: "Creates a post",
  body: postInputSchema,
  bodyLimitBytes: bodyLimitsBytes.post,
  responses: { 201: postSchema },
  errors: [[409, "Another post has this slug", "slug_taken"]],
  handler: async ({ ctx, body, caller }) => {
    const post = await createPost(ctx, body, actorOf(caller));
    await purgePages();
    return reply(post, { status: 201 });
  },
});
