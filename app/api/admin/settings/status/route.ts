import { statusSchema } from "@/lib/contracts/admin/settings";
import { getStatus } from "@/lib/domain/status/status";
import { getEnv } from "@/lib/http/route/context";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Returns whether the service, its providers, and its backups work",
  responses: { 200: statusSchema },
  handler: ({ ctx }) => getStatus(ctx, getEnv().DATA_DIR),
});
