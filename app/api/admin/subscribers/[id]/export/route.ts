import { brand } from "@/lib/brand";
import { dataExportSchema } from "@/lib/contracts/responses/account";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { actorOf } from "@/lib/domain/auth/sessions";
import { exportPerson } from "@/lib/domain/subscribers/actions/actions";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manageData",
  summary: "Downloads everything we store about a subscriber",
  params: idParamsSchema,
  responses: {
    200: { schema: dataExportSchema, headers: { "content-disposition": "The file's name" } },
  },
  errors: [[404, "No subscriber has this ID"]],
  handler: async ({ ctx, params, caller }) => {
    const data = await exportPerson(ctx, params.id, actorOf(caller));
    const name = `${brand.productKey}-subscriber-${params.id}.json`;
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
