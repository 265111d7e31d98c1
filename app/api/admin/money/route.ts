import { moneyOverviewSchema, moneyQuerySchema } from "@/lib/contracts/admin/money";
import { findMoney } from "@/lib/domain/money/overview";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:viewMoney",
  summary:
    "Returns MRR and ARR, what moved them, churn, cohorts, revenue, refunds, and failed payments",
  query: moneyQuerySchema,
  responses: { 200: moneyOverviewSchema },
  handler: ({ ctx, query }) => findMoney(ctx, query),
});
