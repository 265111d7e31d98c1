import { z } from "zod";
import { postSchema } from "@/lib/contracts/responses/posts";
import { getPost } from "@/lib/domain/posts/read-posts";
import { anyoneOrAdmin } from "@/lib/http/route/access";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: anyoneOrAdmin,
  summary: "Returns one post by its slug; admins see scheduled ones too",
  params: z.object({ slug: z.string() }),
  responses: { 200: postSchema },
  errors: [[404, "No post has this slug"]],
  handler: ({ ctx, params, caller }) => getPost(ctx, params, { isAdmin: caller !== null }),
});
