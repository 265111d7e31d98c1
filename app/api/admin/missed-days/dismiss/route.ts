import { giveBackAnswerSchema, giveBackSchema } from "@/lib/contracts/admin/today";
import { dismissMissedDays } from "@/lib/domain/billing/give-back";
import { actorOf } from "@/lib/domain/auth/sessions";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:refund",
  summary: "Dismisses missed days, so that nobody gets them back",
  body: giveBackSchema,
  responses: { 200: giveBackAnswerSchema },
  handler: ({ ctx, caller, body }) => dismissMissedDays(ctx, actorOf(caller), body),
});
