import { adminInvitationDays } from "@/lib/contracts/durations";
import { invitationSchema, inviteSchema } from "@/lib/contracts/admin/team";
import { requireOwnPassword } from "@/lib/domain/team/own-password";
import { inviteAdmin } from "@/lib/domain/team/invitations";
import { invitationErrors, ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: `Invites someone to the team by email; the link works once, for ${adminInvitationDays} days. For an owner, it needs the admin's password`,
  body: inviteSchema,
  responses: { 200: invitationSchema },
  errors: [
    [409, "The address is on the team, invited already, or refuses email"],
    ...invitationErrors,
    ...ownCheckErrors,
  ],
  handler: async ({ ctx, caller, body }) => {
    const { email, role, currentPassword = "" } = body;
    if (role === "owner") await requireOwnPassword(ctx, caller, currentPassword);
    return inviteAdmin(ctx, { email, role }, caller);
  },
});
