import { sessionParamsSchema } from "@/lib/contracts/admin/team";
import { messageSchema } from "@/lib/contracts/responses/message";
import { teamMessages } from "@/lib/messages/admin/team";
import { endOwnSession } from "@/lib/domain/team/own-sessions";
import { route } from "@/lib/http/route/route";

export const DELETE = route({
  access: "admin",
  summary: "Ends one of the admin's sessions",
  params: sessionParamsSchema,
  responses: { 200: messageSchema },
  errors: [[404, "The session has ended"]],
  handler: async ({ ctx, caller, params }) => {
    await endOwnSession(ctx, caller, params.handle);
    return { message: teamMessages.sessionEnded };
  },
});
