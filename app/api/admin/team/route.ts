import { teamSchema, type TeamView } from "@/lib/contracts/admin/team";
import { listInvitations } from "@/lib/domain/team/invitations";
import { isTwoFactorRequired } from "@/lib/domain/settings/team-settings";
import { listMembers } from "@/lib/domain/team/members";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: "Lists the members of the team and the invitations",
  responses: { 200: teamSchema },
  handler: async ({ ctx, caller }): Promise<TeamView> => {
    const [members, invitations, isRequired] = await Promise.all([
      listMembers(ctx, caller.adminId),
      listInvitations(ctx),
      isTwoFactorRequired(ctx),
    ]);
    const twoFactor = { isRequired, isFixed: ctx.settings.requiresTwoFactor };
    return { now: ctx.clock.now().toISOString(), members, invitations, twoFactor };
  },
});
