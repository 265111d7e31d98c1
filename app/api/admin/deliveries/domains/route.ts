import { domainsSchema, periodQuerySchema } from "@/lib/contracts/admin/deliveries";
import { listDomains } from "@/lib/domain/delivery/monitoring/figures/domains";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Counts how the emails of a period's past days ended, by domain",
  query: periodQuerySchema,
  responses: { 200: domainsSchema },
  handler: ({ ctx, query }) => listDomains(ctx, query.days),
});
