import { importListSchema, importSchema, newImportSchema } from "@/lib/contracts/admin/imports";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { actorOf } from "@/lib/domain/auth/sessions";
import { createImport, listImports } from "@/lib/domain/subscribers/import/imports";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manageData",
  summary: "Lists the latest imports of subscribers",
  responses: { 200: importListSchema },
  handler: async ({ ctx }) => ({ imports: await listImports(ctx) }),
});

export const POST = route({
  access: "admin:manageData",
  summary: "Uploads a CSV file of subscribers and says what importing it would do",
  body: newImportSchema,
  bodyLimitBytes: bodyLimitsBytes.csvAsJson,
  responses: { 201: importSchema },
  errors: [[400, "The file has no header, or a quotation mark is never closed"]],
  handler: async ({ ctx, body, caller }) =>
    reply(await createImport(ctx, body, actorOf(caller)), { status: 201 }),
});
