import { brand } from "@/lib/brand";
import { limits } from "@/lib/contracts/limits";
import { exportData } from "@/lib/domain/account/export-data";
import { takeHit } from "@/lib/domain/limits/rate-limit";
import { route } from "@/lib/http/route/route";

/** GET /api/user/export: everything that is held about the session's own person, as a file. */
export const GET = route({
  access: "subscriber",
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
