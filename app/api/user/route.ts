import { userDataSchema } from "@/lib/contracts/account";
import { getUserData } from "@/lib/domain/account/account-view";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "subscriber",
  summary: "Returns the logged-in subscriber",
  responses: { 200: userDataSchema },
  errors: [[401, "The account no longer exists"]],
  handler: ({ ctx, caller }) => getUserData(ctx, caller.subscriberId),
});
