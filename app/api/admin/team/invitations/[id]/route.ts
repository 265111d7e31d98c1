import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { teamMessages } from "@/lib/messages/admin/team";
import { withdrawInvitation } from "@/lib/domain/team/invitations";
import { route } from "@/lib/http/route/route";

export const DELETE = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: "Withdraws an invitation, so that its link no longer works",
  params: idParamsSchema,
  responses: { 200: messageSchema },
  errors: [[404, "There is no such invitation"]],
  handler: async ({ ctx, caller, params }) => {
    await withdrawInvitation(ctx, params.id, caller);
    return { message: teamMessages.withdrawn };
  },
});
