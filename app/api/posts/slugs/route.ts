import { freeSlugsSchema } from "@/lib/contracts/responses/posts";
import { slugQuerySchema } from "@/lib/contracts/posts";
import { listFreeSlugs } from "@/lib/domain/posts/slugs";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:write",
  summary: "Suggests free slugs and counts them",
  query: slugQuerySchema,
  responses: { 200: freeSlugsSchema },
  handler: ({ ctx, query }) => listFreeSlugs(ctx, query),
});
