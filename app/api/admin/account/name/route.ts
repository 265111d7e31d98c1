import { changeNameSchema } from "@/lib/contracts/admin/team";
import { messageSchema } from "@/lib/contracts/responses/message";
import { teamMessages } from "@/lib/messages/admin/team";
import { setAdminName } from "@/lib/domain/team/manage-admins";
import { actorOf } from "@/lib/domain/auth/sessions";
import { route } from "@/lib/http/route/route";

export const PUT = route({
  access: "admin",
  summary: "Changes the name that others see for the admin",
  body: changeNameSchema,
  responses: { 200: messageSchema },
  handler: async ({ ctx, caller, body }) => {
    await setAdminName(ctx, caller.adminId, body.displayName, actorOf(caller));
    return { message: teamMessages.nameChanged };
  },
});
