import { importChangeSchema, importSchema } from "@/lib/contracts/admin/imports";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { changeImport, discardImport, getImport } from "@/lib/domain/subscribers/import/imports";
import { importMessages } from "@/lib/messages/admin/imports";
import { waitingImportErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manageData",
  summary: "Returns an import, its progress, and its first rows that can't be imported",
  params: idParamsSchema,
  responses: { 200: importSchema },
  errors: [[404, "There's no such import"]],
  handler: ({ ctx, params }) => getImport(ctx, params.id),
});

export const PUT = route({
  access: "admin:manageData",
  summary: "Changes how the file is read, corrects or skips rows, and checks it again",
  params: idParamsSchema,
  body: importChangeSchema,
  bodyLimitBytes: bodyLimitsBytes.post,
  responses: { 200: importSchema },
  errors: [[400, "A column is used twice"], ...waitingImportErrors],
  handler: ({ ctx, params, body }) => changeImport(ctx, params.id, body),
});

export const DELETE = route({
  access: "admin:manageData",
  summary: "Forgets a file that hasn't been imported",
  params: idParamsSchema,
  responses: { 200: messageSchema },
  errors: waitingImportErrors,
  handler: async ({ ctx, params, caller }) => {
    await discardImport(ctx, params.id, actorOf(caller));
    return { message: importMessages.discarded };
  },
});
