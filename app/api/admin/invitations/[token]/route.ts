import {
  acceptInvitationSchema,
  openInvitationSchema,
  type OpenInvitationView,
} from "@/lib/contracts/admin/team";
import { adminLoginProgressSchema } from "@/lib/contracts/admin/security";
import { limits } from "@/lib/contracts/limits";
import { isTwoFactorRequired } from "@/lib/domain/settings/team-settings";
import { invitation, joinTeam } from "@/lib/http/auth/admin-invitation";
import { route } from "@/lib/http/route/route";

const rateLimit = { name: "admin-invitation", limit: limits.adminInvitationsPerAddress };

export const GET = route({
  access: invitation,
  summary: "Returns the invitation behind a link",
  rateLimit,
  responses: { 200: openInvitationSchema },
  handler: async ({ ctx, caller: { email, role } }): Promise<OpenInvitationView> => ({
    email,
    role,
    requiresTwoFactor: await isTwoFactorRequired(ctx),
  }),
});

export const POST = route({
  access: invitation,
  summary: "Accepts an invitation, once: adds the admin and starts their first login",
  body: acceptInvitationSchema,
  rateLimit,
  responses: { 200: adminLoginProgressSchema },
  errors: [
    [400, "The username is invalid, or the password breaks a rule"],
    [409, "The username is taken"],
  ],
  handler: ({ ctx, caller, body, ...browser }) => joinTeam(ctx, caller, body, browser),
});
