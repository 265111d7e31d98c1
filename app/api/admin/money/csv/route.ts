import { brand } from "@/lib/brand";
import { moneyQuerySchema } from "@/lib/contracts/admin/money";
import { toMoneyCsv } from "@/lib/domain/money/csv";
import { findMoney } from "@/lib/domain/money/overview";
import { csvFile, csvResponse } from "@/lib/http/route/stream-response";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:viewMoney",
  summary: "Downloads the figures of each month as CSV",
  query: moneyQuerySchema,
  responses: {
    200: csvFile(),
  },
  handler: async ({ ctx, query }) => {
    const overview = await findMoney(ctx, query);
    const name = `${brand.productKey}-money-${overview.today}.csv`;
    return csvResponse(name, toMoneyCsv(overview));
  },
});
