import { changeSettingsSchema, settingsSchema } from "@/lib/contracts/admin/settings";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { changeTeamSettings } from "@/lib/domain/settings/team-settings";
import { route } from "@/lib/http/route/route";
import { viewSettings } from "@/lib/http/route/settings-view";
import { settingsMessages } from "@/lib/messages/admin/settings";

export const GET = route({
  access: "admin:manage",
  summary: "Returns the settings, and the configuration without its secrets",
  responses: { 200: settingsSchema },
  handler: ({ ctx }) => viewSettings(ctx),
});

export const PUT = route({
  access: "admin:manage",
  summary: "Changes settings, effective immediately",
  body: changeSettingsSchema,
  responses: { 200: messageSchema },
  errors: [[409, "An environment variable sets it, or nobody else could approve"]],
  handler: async ({ ctx, caller, body }) => {
    await changeTeamSettings(ctx, body, actorOf(caller));
    return { message: settingsMessages.saved };
  },
});
