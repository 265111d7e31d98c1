import { changeRoleSchema } from "@/lib/contracts/admin/team";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { roleNames } from "@/lib/messages/admin";
import { teamMessages } from "@/lib/messages/admin/team";
import { setAdminRole } from "@/lib/domain/team/manage-admins";
import { requireOwnPassword } from "@/lib/domain/team/own-password";
import { actorOf } from "@/lib/domain/auth/sessions";
import { memberErrors, ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const PUT = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: "Changes a member's role",
  params: idParamsSchema,
  body: changeRoleSchema,
  responses: { 200: messageSchema },
  errors: [...memberErrors, ...ownCheckErrors],
  handler: async ({ ctx, caller, params, body: { role, currentPassword } }) => {
    await requireOwnPassword(ctx, caller, currentPassword);
    const { username } = await setAdminRole(ctx, params.id, role, actorOf(caller));
    return { message: teamMessages.roleChanged(username, roleNames[role]) };
  },
});
