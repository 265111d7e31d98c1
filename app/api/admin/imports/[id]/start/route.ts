import { importSchema, importStartSchema } from "@/lib/contracts/admin/imports";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { actorOf } from "@/lib/domain/auth/sessions";
import { startImport } from "@/lib/domain/subscribers/import/imports";
import { waitingImportErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:manageData",
  summary: "Starts an import, which a worker then carries out",
  params: idParamsSchema,
  body: importStartSchema,
  responses: { 200: importSchema },
  errors: [[400, "No column has addresses, or no row can be imported"], ...waitingImportErrors],
  handler: ({ ctx, params, caller }) => startImport(ctx, params.id, actorOf(caller)),
});
