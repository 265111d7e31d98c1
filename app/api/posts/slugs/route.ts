import { slugQuerySchema } from "@/lib/contracts/posts";
import { listFreeSlugs } from "@/lib/domain/posts/slugs";
import { route } from "@/lib/http/route/route";

/** GET /api/posts/slugs: a few free slugs, and how many of the 1,296 are left. */
export const GET = route({
  access: "admin",
  query: slugQuerySchema,
  handler: ({ ctx, query }) => listFreeSlugs(ctx, query),
});
