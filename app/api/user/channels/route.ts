import { messageSchema } from "@/lib/contracts/responses/message";
import { channelSwitchesSchema } from "@/lib/contracts/account";
import { accountMessages } from "@/lib/messages/account";
import { setChannelSwitches } from "@/lib/domain/account/account-settings";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "subscriber",
  summary: "Turns email and texts on or off",
  body: channelSwitchesSchema,
  responses: { 200: messageSchema },
  errors: [
    [
      409,
      "The email bounced or reported spam; the number is missing, replied STOP, or can't get texts",
    ],
  ],
  handler: async ({ ctx, caller, body }) => {
    await setChannelSwitches(ctx, caller.subscriberId, body);
    return { message: accountMessages.channelsSaved };
  },
});
