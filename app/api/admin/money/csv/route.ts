import { z } from "zod";
import { brand } from "@/lib/brand";
import { moneyQuerySchema } from "@/lib/contracts/admin/money";
import { toMoneyCsv } from "@/lib/domain/money/csv";
import { findMoney } from "@/lib/domain/money/overview";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:viewMoney",
  summary: "Downloads the figures of each month as CSV",
  query: moneyQuerySchema,
  responses: {
    200: {
      schema: z.string(),
      contentType: "text/csv",
      headers: { "content-disposition": "The file's name" },
    },
  },
  handler: async ({ ctx, query }) => {
    const overview = await findMoney(ctx, query);
    const name = `${brand.productKey}-money-${overview.today}.csv`;
    return new Response(toMoneyCsv(overview), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
