import { importUndoneSchema } from "@/lib/contracts/admin/imports";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { actorOf } from "@/lib/domain/auth/sessions";
import { undoImport } from "@/lib/domain/subscribers/import/undo";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:manageData",
  summary: "Undoes the last import, or stops it, as long as no added person got a briefing",
  params: idParamsSchema,
  responses: { 200: importUndoneSchema },
  errors: [[409, "A briefing has been sent, there's a newer import, or it was already undone"]],
  handler: ({ ctx, params, caller }) => undoImport(ctx, params.id, actorOf(caller)),
});
