import { teamSchema, type TeamView } from "@/lib/contracts/admin/team";
import { listInvitations } from "@/lib/domain/team/invitations";
import { getTwoFactorRule, listMembers } from "@/lib/domain/team/members";
import { route } from "@/lib/http/route/route";
import { viewInvitation } from "@/lib/http/views/team";

export const GET = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: "Lists the members of the team and the invitations",
  responses: { 200: teamSchema },
  handler: async ({ ctx, caller }): Promise<TeamView> => {
    const [members, invitations, twoFactor] = await Promise.all([
      listMembers(ctx),
      listInvitations(ctx),
      getTwoFactorRule(ctx),
    ]);
    return {
      now: ctx.clock.now().toISOString(),
      members: members.map(({ lastActiveAt, ...member }) => ({
        ...member,
        lastActiveAt: lastActiveAt?.toISOString() ?? null,
        isYou: member.id === caller.adminId,
      })),
      invitations: invitations.map(viewInvitation),
      twoFactor,
    };
  },
});
