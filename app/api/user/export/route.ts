import { brand } from "@/lib/brand";
import { dataExportSchema } from "@/lib/contracts/responses/account";
import { limits } from "@/lib/contracts/limits";
import { exportData } from "@/lib/domain/account/export-data";
import { jsonFile, jsonFileResponse } from "@/lib/http/route/stream-response";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "subscriber",
  summary: "Downloads everything we store about the subscriber",
  rateLimit: {
    name: "export",
    limit: limits.exportsPerSubscriber,
    per: ({ subscriberId }) => subscriberId,
  },
  responses: {
    200: jsonFile(dataExportSchema),
  },
  errors: [[401, "The account no longer exists"]],
  handler: async ({ ctx, caller: { subscriberId } }) => {
    const data = await exportData(ctx, subscriberId);
    const name = `${brand.productKey}-data-${data.exportedAt.toISOString().slice(0, 10)}.json`;
    return jsonFileResponse(name, data);
  },
});
