import { channelActionSchema } from "@/lib/contracts/admin/person";
import { resendForPerson } from "@/lib/domain/subscribers/actions/actions";
import { personAction } from "@/lib/http/route/person-action";
import { resendErrors } from "@/lib/http/route/reference";

export const POST = personAction({
  access: "admin:help",
  action: "resend",
  summary: "Resends today's briefing to a subscriber",
  body: channelActionSchema,
  errors: resendErrors,
  act: (ctx, id, input, { clientAddress }) => resendForPerson(ctx, id, { ...input, clientAddress }),
});
