import { newNoteSchema, noteSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { actorOf } from "@/lib/domain/auth/sessions";
import { addNote } from "@/lib/domain/subscribers/actions/actions";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:view",
  summary: "Leaves a note about a subscriber that only the team sees",
  params: idParamsSchema,
  body: newNoteSchema,
  responses: { 201: noteSchema },
  errors: [[404, "No subscriber has this ID"]],
  handler: async ({ ctx, params, body, caller }) =>
    reply(
      await addNote(ctx, params.id, { author: caller.username, actor: actorOf(caller), ...body }),
      { status: 201 },
    ),
});
