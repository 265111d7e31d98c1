import {
  guardedMemberActions,
  memberActionParamsSchema,
  memberActionSchema,
  type MemberAction,
} from "@/lib/contracts/admin/team";
import { messageSchema } from "@/lib/contracts/responses/message";
import { teamMessages } from "@/lib/messages/admin/team";
import {
  disableAdmin,
  enableAdmin,
  endAdminSessions,
  resetTwoFactor,
  type Change,
} from "@/lib/domain/team/manage-admins";
import { requireOwnPassword } from "@/lib/domain/team/own-password";
import { actorOf } from "@/lib/domain/auth/sessions";
import { memberErrors, ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

const actions = {
  disable: { apply: disableAdmin, describe: ({ username }) => teamMessages.disabled(username) },
  enable: { apply: enableAdmin, describe: ({ username }) => teamMessages.enabled(username) },
  "end-sessions": {
    apply: endAdminSessions,
    describe: ({ sessions }) => teamMessages.sessionsEnded(sessions),
  },
  "reset-two-factor": {
    apply: resetTwoFactor,
    describe: ({ username }) => teamMessages.twoFactorReset(username),
  },
} as const satisfies Record<
  MemberAction,
  { apply: typeof disableAdmin; describe: (change: Change) => string }
>;

export const POST = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary: "Disables or enables a member, ends their sessions, or turns their two-factor login off",
  params: memberActionParamsSchema,
  body: memberActionSchema,
  responses: { 200: messageSchema },
  errors: [...memberErrors, ...ownCheckErrors],
  handler: async ({ ctx, caller, params: { id, action }, body: { currentPassword = "" } }) => {
    if (guardedMemberActions.includes(action)) {
      await requireOwnPassword(ctx, caller, currentPassword);
    }
    const { apply, describe } = actions[action];
    return { message: describe(await apply(ctx, id, actorOf(caller))) };
  },
});
