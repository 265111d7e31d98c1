import { idParamsSchema } from "@/lib/contracts/primitives";
import { actorOf } from "@/lib/domain/auth/sessions";
import { exportProblems } from "@/lib/domain/subscribers/import/problems";
import { csvFile, csvResponse } from "@/lib/http/route/stream-response";
import { waitingImportErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manageData",
  summary: "Downloads the rows that can't be imported as CSV",
  params: idParamsSchema,
  responses: {
    200: csvFile("One line per row, with its reason"),
  },
  errors: waitingImportErrors,
  handler: async ({ ctx, params, caller }) =>
    csvResponse("rows-to-fix.csv", await exportProblems(ctx, params.id, actorOf(caller))),
});
