import { ownSessionsSchema } from "@/lib/contracts/admin/team";
import { messageSchema } from "@/lib/contracts/responses/message";
import { teamMessages } from "@/lib/messages/admin/team";
import { endOtherSessions, listOwnSessions } from "@/lib/domain/team/own-sessions";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin",
  summary: "Lists the browsers that the admin is logged in with",
  responses: { 200: ownSessionsSchema },
  handler: async ({ ctx, caller }) => ({ sessions: await listOwnSessions(ctx, caller) }),
});

export const DELETE = route({
  access: "admin",
  summary: "Ends the admin's other sessions",
  responses: { 200: messageSchema },
  handler: async ({ ctx, caller }) => ({
    message: teamMessages.sessionsEnded(await endOtherSessions(ctx, caller)),
  }),
});
