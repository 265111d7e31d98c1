import { z } from "zod";
import { getPost } from "@/lib/domain/posts/read-posts";
import { anyoneOrAdmin } from "@/lib/http/route/access";
import { route } from "@/lib/http/route/route";

/** GET /api/r/{slug}: one post with its markdown. Anything that is no slug is just not found. */
export const GET = route({
  access: anyoneOrAdmin,
  params: z.object({ slug: z.string() }),
  handler: ({ ctx, params, caller }) => getPost(ctx, params, { isAdmin: caller !== null }),
});
