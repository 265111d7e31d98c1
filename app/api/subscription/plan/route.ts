import { changePlanSchema, paymentErrorCodes, planChangeSchema } from "@/lib/contracts/billing";
import { limits } from "@/lib/contracts/limits";
import { messageSchema } from "@/lib/contracts/responses/message";
import { changePlan, keepPlan, previewPlan } from "@/lib/domain/billing/change-plan";
import { route } from "@/lib/http/route/route";
import { planDialog } from "@/lib/messages/billing";

const unavailable = [503, "The payment provider is unavailable"] as const;
const missing = [404, "The subscriber has no subscription"] as const;
const locked = [409, "The plan can't be changed now"] as const;

const rateLimit = {
  name: "billing-portal",
  limit: limits.billingPortalPerSubscriber,
  per: ({ subscriberId }: { subscriberId: number }) => subscriberId,
};

export const GET = route({
  access: "subscriber",
  summary: "What changing to the other plan costs, and when, as the payment provider says",
  rateLimit,
  responses: { 200: planChangeSchema },
  errors: [missing, locked, unavailable],
  handler: async ({ ctx, caller }) => previewPlan(ctx, caller.subscriberId),
});

export const POST = route({
  access: "subscriber",
  summary: "Changes the plan: now, which charges the difference, or to monthly at the next renewal",
  rateLimit,
  body: changePlanSchema,
  responses: { 200: messageSchema },
  errors: [
    [402, "The card was declined, and nothing changed", paymentErrorCodes.declined],
    missing,
    locked,
    unavailable,
  ],
  handler: async ({ ctx, caller, body }) => {
    await changePlan(ctx, caller.subscriberId, body.plan);
    return { message: planDialog.done };
  },
});

export const DELETE = route({
  access: "subscriber",
  summary: "Withdraws a change of plan that hasn't happened yet",
  responses: { 200: messageSchema },
  errors: [missing],
  handler: async ({ ctx, caller }) => {
    await keepPlan(ctx, caller.subscriberId);
    return { message: planDialog.kept };
  },
});
