import { giftSchema } from "@/lib/contracts/admin/person";
import { giveBriefing } from "@/lib/domain/subscribers/actions/gift";
import { personAction } from "@/lib/http/route/person-action";

export const POST = personAction({
  access: "admin:refund",
  action: "gift",
  summary: "Gives somebody the briefing for free until a date",
  body: giftSchema,
  errors: [
    [400, "The date is past, or more than two years away"],
    [409, "They have a running subscription"],
  ],
  act: giveBriefing,
});
