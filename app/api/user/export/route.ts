import { brand } from "@/lib/brand";
import { dataExportSchema } from "@/lib/contracts/responses/account";
import { limits } from "@/lib/contracts/limits";
import { exportData } from "@/lib/domain/account/export-data";
import { takeHit } from "@/lib/domain/limits/rate-limit";
import { tooMany } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "subscriber",
  summary: "Downloads everything we store about the subscriber",
  responses: {
    200: {
      schema: dataExportSchema,
      headers: { "content-disposition": "The file's name" },
    },
  },
  errors: [
    [401, "The account no longer exists"],
    tooMany(limits.exportsPerSubscriber, "by one subscriber"),
  ],
  handler: async ({ ctx, caller: { subscriberId } }) => {
    await takeHit(ctx, `export:${subscriberId}`, limits.exportsPerSubscriber);
    const data = await exportData(ctx, subscriberId);
    const name = `${brand.productKey}-data-${data.exportedAt.toISOString().slice(0, 10)}.json`;
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
