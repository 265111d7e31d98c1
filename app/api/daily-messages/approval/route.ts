import {
  approvalInputSchema,
  approvalQuerySchema,
  approvalSchema,
} from "@/lib/contracts/admin/approval";
import { actorOf } from "@/lib/domain/auth/sessions";
import { approveBriefing, findApproval } from "@/lib/domain/delivery/content/approvals";
import { purgePages } from "@/lib/http/pages/purge-pages";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Says whether a date's briefing needs an approval, and who gave it",
  query: approvalQuerySchema,
  responses: { 200: approvalSchema },
  handler: ({ ctx, caller, query }) => findApproval(ctx, query.date, actorOf(caller)),
});

export const POST = route({
  access: "admin:approve",
  summary: "Approves exactly one version of a date's briefing",
  body: approvalInputSchema,
  responses: { 200: approvalSchema },
  errors: [
    [403, "The caller saved it last"],
    [409, "Someone changed it since", "briefing_changed"],
    [409, "The setting is off", "approval_not_required"],
  ],
  handler: async ({ ctx, caller, body }) => {
    const view = await approveBriefing(ctx, body, actorOf(caller));
    await purgePages();
    return view;
  },
});
