import { channelSwitchesSchema } from "@/lib/contracts/account";
import { accountMessages } from "@/lib/messages/account";
import { setChannelSwitches } from "@/lib/domain/account/channel-switches";
import { route } from "@/lib/http/route/route";

/** POST /api/user/channels: turns one's own e-mail and texts on or off. */
export const POST = route({
  access: "subscriber",
  body: channelSwitchesSchema,
  handler: async ({ ctx, caller, body }) => {
    await setChannelSwitches(ctx, caller.subscriberId, body);
    return { message: accountMessages.channelsSaved };
  },
});
