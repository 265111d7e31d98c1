import { z } from "zod";
import { adminMessages } from "../../messages/admin";
import { teamMessages as messages } from "../../messages/admin/team";
import { sendableAddressSchema, idParamsSchema } from "../primitives";
import { adminRoleSchema } from "../roles";
import { currentPassword, isUsername, newPasswordSchema } from "./security";

export const teamEndpoints = {
  team: "/api/admin/team",
  member: (id: number) => `/api/admin/team/members/${id}`,
  memberAction: (id: number, action: MemberAction) => `/api/admin/team/members/${id}/${action}`,
  twoFactor: "/api/admin/team/two-factor",
  invitations: "/api/admin/team/invitations",
  invitation: (id: number) => `/api/admin/team/invitations/${id}`,
  resendInvitation: (id: number) => `/api/admin/team/invitations/${id}/resend`,
  acceptInvitation: (token: string) => `/api/admin/invitations/${token}`,
  sessions: "/api/admin/account/sessions",
  session: (handle: string) => `/api/admin/account/sessions/${handle}`,
  name: "/api/admin/account/name",
} as const;

/** What can be done to a member, at the end of the path. */
export const memberActions = ["disable", "enable", "end-sessions", "reset-two-factor"] as const;

export type MemberAction = (typeof memberActions)[number];

/** The page that an invitation's link opens. Opening it changes nothing. */
export const adminInvitationAddress = (token: string) => `/admin-invitation/${token}`;

const memberSchema = z.object({
  id: z.int(),
  username: z.string(),
  displayName: z.string().describe("As chosen; otherwise the username"),
  email: z.string().nullable(),
  role: adminRoleSchema,
  hasTwoFactor: z.boolean(),
  isDisabled: z.boolean(),
  lastActiveAt: z.iso.datetime().nullable(),
  sessions: z.int().describe("Browsers that are logged in"),
  isYou: z.boolean(),
});

export type TeamMemberView = z.output<typeof memberSchema>;

export const invitationSchema = z.object({
  id: z.int(),
  email: z.string(),
  role: adminRoleSchema,
  sentAt: z.iso.datetime().describe("When the latest email was sent"),
  expiresAt: z.iso.datetime(),
});

export type InvitationView = z.output<typeof invitationSchema>;

const twoFactorRuleSchema = z.object({
  isRequired: z.boolean().describe("Everyone must set up two-factor login"),
  isFixed: z.boolean().describe("ADMIN_REQUIRE_2FA requires it, so it can't be changed here"),
});

export const teamSchema = z.object({
  now: z.iso.datetime(),
  members: z.array(memberSchema),
  invitations: z.array(invitationSchema),
  twoFactor: twoFactorRuleSchema,
});

export type TeamView = z.output<typeof teamSchema>;

/** Actions that need the admin's own password, because they remove or restore a login or its protection. */
export const guardedMemberActions: readonly MemberAction[] = [
  "disable",
  "enable",
  "reset-two-factor",
];

export const memberActionSchema = z.object({
  currentPassword: currentPassword
    .optional()
    .describe("The admin's own password; required except to end sessions"),
});

export const memberActionParamsSchema = idParamsSchema.extend({ action: z.enum(memberActions) });

/** A session's handle in a path. */
export const sessionParamsSchema = z.object({ handle: z.string().regex(/^[0-9a-f]{32}$/) });

export const inviteSchema = z.object({
  email: sendableAddressSchema,
  role: adminRoleSchema,
  currentPassword: currentPassword
    .optional()
    .describe("The admin's own password; required for the role owner"),
});

export type Invite = z.output<typeof inviteSchema>;

export const changeRoleSchema = z.object({
  role: adminRoleSchema,
  currentPassword,
});

export type ChangeRole = z.output<typeof changeRoleSchema>;

export const requireTwoFactorSchema = z.object({
  isRequired: z.boolean(),
  currentPassword: currentPassword
    .optional()
    .describe("The admin's own password; required when it's no longer required"),
});

export type RequireTwoFactor = z.output<typeof requireTwoFactorSchema>;

/** A name as others see it. */
const displayName = z
  .string({ error: messages.nameRequired })
  .trim()
  .min(1, messages.nameRequired)
  .max(80, messages.nameTooLong);

export const changeNameSchema = z.object({ displayName });

/** An invitation, for those who have its link. */
export const openInvitationSchema = z.object({
  email: z.string(),
  role: adminRoleSchema,
  requiresTwoFactor: z.boolean().describe("Two-factor login is set up right after accepting"),
});

export type OpenInvitationView = z.output<typeof openInvitationSchema>;

export const acceptInvitationSchema = newPasswordSchema.extend({
  displayName,
  username: z
    .string({ error: messages.usernameRequired })
    .trim()
    .min(1, messages.usernameRequired)
    .refine(isUsername, adminMessages.usernameInvalid),
});

export type AcceptInvitation = z.output<typeof acceptInvitationSchema>;

export const ownSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      handle: z.string(),
      browser: z.string().nullable().describe("Such as Chrome on Windows"),
      network: z.string().nullable().describe("Such as 203.0.113.0/24"),
      lastSeenAt: z.iso.datetime(),
      isCurrent: z.boolean(),
    }),
  ),
});

export type OwnSessionsView = z.output<typeof ownSessionsSchema>;
