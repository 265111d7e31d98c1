import { phoneActionSchema } from "@/lib/contracts/admin/person";
import { startPhoneChangeOf } from "@/lib/domain/subscribers/actions/actions";
import { personAction } from "@/lib/http/route/person-action";
import { textErrors } from "@/lib/http/route/reference";

export const POST = personAction({
  access: "admin:changeDetails",
  action: "phone",
  summary: "Texts a code to a subscriber's new number, which they enter in their account",
  body: phoneActionSchema,
  errors: textErrors,
  act: (ctx, id, input, { clientAddress }) =>
    startPhoneChangeOf(ctx, id, { ...input, clientAddress }),
});
