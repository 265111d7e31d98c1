import { brand } from "@/lib/brand";
import { subscriberExportQuerySchema } from "@/lib/contracts/admin/subscribers";
import { actorOf } from "@/lib/domain/auth/sessions";
import { exportSubscriberList } from "@/lib/domain/subscribers/list/export-list";
import { csvFile, csvResponse } from "@/lib/http/route/stream-response";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manageData",
  summary: "Downloads the listed subscribers as CSV",
  query: subscriberExportQuerySchema,
  responses: {
    200: csvFile("One line per subscriber, in the list's order"),
  },
  handler: ({ ctx, query: { ids, ...filter }, caller }) => {
    const day = ctx.clock.now().toISOString().slice(0, 10);
    const csv = exportSubscriberList(ctx, filter, { ids: ids ?? null, actor: actorOf(caller) });
    return csvResponse(`${brand.productKey}-subscribers-${day}.csv`, csv);
  },
});
