import { teamSchema, type TeamView } from "@/lib/contracts/admin/team";
import { listInvitations } from "@/lib/domain/team/invitations";
import { getTwoFactorRule, listMembers } from "@/lib/domain/team/members";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: "Lists the members of the team and the invitations",
  responses: { 200: teamSchema },
  handler: async ({ ctx, caller }): Promise<TeamView> => {
    const [members, invitations, twoFactor] = await Promise.all([
      listMembers(ctx, caller.adminId),
      listInvitations(ctx),
      getTwoFactorRule(ctx),
    ]);
    return { now: ctx.clock.now().toISOString(), members, invitations, twoFactor };
  },
});
