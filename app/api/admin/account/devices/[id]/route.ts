import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { adminSecurityMessages } from "@/lib/messages/admin-security";
import { removeDevice } from "@/lib/domain/team/admin-devices";
import { originOf } from "@/lib/http/auth/admin-browser";
import { route } from "@/lib/http/route/route";

export const DELETE = route({
  access: "admin",
  summary: "Forgets a browser that the admin has logged in with, and ends their other sessions",
  params: idParamsSchema,
  responses: { 200: messageSchema },
  errors: [[404, "The admin has no such browser"]],
  handler: async ({ ctx, caller, params, ...browser }) => {
    const { id: sessionId, adminId, username } = caller;
    const by = { sessionId, origin: originOf(browser) };
    await removeDevice(ctx, { id: adminId, username }, params.id, by);
    return { message: adminSecurityMessages.deviceRemoved };
  },
});
