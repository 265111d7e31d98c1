import { memberActionParamsSchema, type MemberAction } from "@/lib/contracts/admin/team";
import { messageSchema } from "@/lib/contracts/responses/message";
import { teamMessages } from "@/lib/messages/admin/team";
import {
  disableAdmin,
  enableAdmin,
  endAdminSessions,
  resetTwoFactor,
  type Change,
} from "@/lib/domain/auth/manage-admins";
import { actorOf } from "@/lib/domain/auth/sessions";
import { memberErrors } from "@/lib/http/route/reference";
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
  responses: { 200: messageSchema },
  errors: memberErrors,
  handler: async ({ ctx, caller, params: { id, action } }) => {
    const { apply, describe } = actions[action];
    return { message: describe(await apply(ctx, id, actorOf(caller))) };
  },
});
