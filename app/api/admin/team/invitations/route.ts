import { invitationSchema, inviteSchema, type InvitationView } from "@/lib/contracts/admin/team";
import { inviteAdmin } from "@/lib/domain/team/invitations";
import { invitationErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { viewInvitation } from "@/lib/http/views/team";

export const POST = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: "Invites someone to the team by email; the link works once, for seven days",
  body: inviteSchema,
  responses: { 200: invitationSchema },
  errors: [
    [409, "The address is on the team, invited already, or refuses email"],
    ...invitationErrors,
  ],
  handler: async ({ ctx, caller, body }): Promise<InvitationView> =>
    viewInvitation(await inviteAdmin(ctx, body, caller)),
});
