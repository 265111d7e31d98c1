import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { deleteView } from "@/lib/domain/subscribers/list/views";
import { route } from "@/lib/http/route/route";
import { subscriberListMessages } from "@/lib/messages/admin/subscribers";

export const DELETE = route({
  access: "admin:view",
  summary: "Deletes one of the admin's views of the list of subscribers",
  params: idParamsSchema,
  responses: { 200: messageSchema },
  errors: [[404, "The admin has no such view"]],
  handler: async ({ ctx, caller, params }) => {
    await deleteView(ctx, caller.adminId, params.id);
    return { message: subscriberListMessages.viewDeleted };
  },
});
