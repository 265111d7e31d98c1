import { moneyRowsQuerySchema, moneyRowsSchema } from "@/lib/contracts/admin/money";
import { listMoneyRows } from "@/lib/domain/money/rows";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:viewMoney",
  summary: "Lists the subscriptions and changes behind a figure, newest first",
  query: moneyRowsQuerySchema,
  responses: { 200: moneyRowsSchema },
  handler: ({ ctx, query }) => listMoneyRows(ctx, query),
});
