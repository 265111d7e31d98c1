import { fileSchema } from "@/lib/contracts/admin/images";
import { postImportLineSchema, postImportQuerySchema } from "@/lib/contracts/admin/post-imports";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { actorOf } from "@/lib/domain/auth/sessions";
import { importPosts } from "@/lib/domain/posts/import/import-posts";
import { readArchive } from "@/lib/domain/posts/import/read-archive";
import { purgePages } from "@/lib/http/pages/purge-pages";
import { route } from "@/lib/http/route/route";
import { jsonLinesResponse } from "@/lib/http/route/stream-response";

export const POST = route({
  access: "admin:write",
  summary:
    "Imports posts from another site, or says what it would import; the body is Ghost's JSON or Substack's ZIP file",
  query: postImportQuerySchema,
  body: fileSchema,
  isFile: true,
  bodyLimitBytes: bodyLimitsBytes.archive,
  responses: {
    200: {
      description:
        "A line of JSON as each post is added, and at the end the report or an error. Posts that were imported before aren't added again, so an interrupted call can be repeated",
      schema: postImportLineSchema.array(),
      contentType: "application/x-ndjson",
    },
  },
  errors: [
    [400, "The file isn't a Ghost or Substack export, or it's a Ghost export without `site`"],
  ],
  handler: ({ ctx, query: { apply, site }, body, caller }) => {
    const options = { actor: actorOf(caller), isDryRun: !apply, site };
    const lines = importPosts(ctx, readArchive(body, site), options);
    return jsonLinesResponse(apply ? thenPurge(lines) : lines, ctx.log);
  },
});

async function* thenPurge<Line>(lines: AsyncGenerator<Line>): AsyncGenerator<Line> {
  try {
    yield* lines;
  } finally {
    await purgePages();
  }
}
