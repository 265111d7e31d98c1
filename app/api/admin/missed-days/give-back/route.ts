import { giveBackAnswerSchema, giveBackSchema } from "@/lib/contracts/admin/today";
import { requestGiveBack } from "@/lib/domain/billing/give-back";
import { actorOf } from "@/lib/domain/auth/sessions";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:refund",
  summary: "Makes up for missed days: postpones each next charge by as many weekdays",
  body: giveBackSchema,
  responses: { 200: giveBackAnswerSchema },
  handler: ({ ctx, caller, body }) => requestGiveBack(ctx, actorOf(caller), body),
});
