import { healthSchema } from "@/lib/contracts/responses/health";
import { readBackupAgeMs } from "@/lib/domain/status/backups";
import { requireDatabase } from "@/lib/http/route/health";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "public",
  summary: "Returns whether this process serves and the database responds within 2 seconds",
  responses: { 200: healthSchema },
  handler: async ({ ctx }) => {
    await requireDatabase(ctx);
    const ageMs = await readBackupAgeMs(ctx);
    return { status: "ok", backupAgeSeconds: ageMs && Math.floor(ageMs / 1_000) };
  },
});
