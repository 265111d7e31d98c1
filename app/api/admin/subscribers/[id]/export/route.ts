import { brand } from "@/lib/brand";
import { dataExportSchema } from "@/lib/contracts/responses/account";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { actorOf } from "@/lib/domain/auth/sessions";
import { exportPerson } from "@/lib/domain/subscribers/actions/actions";
import { jsonFile, jsonFileResponse } from "@/lib/http/route/stream-response";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manageData",
  summary: "Downloads everything we store about a subscriber",
  params: idParamsSchema,
  responses: {
    200: jsonFile(dataExportSchema),
  },
  errors: [[404, "No subscriber has this ID"]],
  handler: async ({ ctx, params, caller }) => {
    const data = await exportPerson(ctx, params.id, actorOf(caller));
    return jsonFileResponse(`${brand.productKey}-subscriber-${params.id}.json`, data);
  },
});
