import { giveBackAnswerSchema, giveBackSchema } from "@/lib/contracts/admin/today";
import { requestGiveBack } from "@/lib/domain/billing/give-back";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:refund",
  summary:
    "Gives back the mornings that people missed through our fault, as weekdays before their next charge",
  body: giveBackSchema,
  responses: { 200: giveBackAnswerSchema },
  handler: ({ ctx, caller, body }) =>
    requestGiveBack(ctx, `admin:${caller.username}`, body.through),
});
