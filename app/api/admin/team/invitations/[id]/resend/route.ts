import { adminInvitationDays } from "@/lib/contracts/durations";
import { invitationSchema } from "@/lib/contracts/admin/team";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { resendInvitation } from "@/lib/domain/team/invitations";
import { invitationErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: `Sends an invitation again, with a new link that works for ${adminInvitationDays} days`,
  params: idParamsSchema,
  responses: { 200: invitationSchema },
  errors: [
    [404, "There is no such invitation"],
    [409, "The address refuses email"],
    ...invitationErrors,
  ],
  handler: ({ ctx, caller, params }) => resendInvitation(ctx, params.id, caller),
});
