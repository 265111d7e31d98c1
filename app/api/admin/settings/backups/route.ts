import { recordedBackupSchema, reportBackupSchema } from "@/lib/contracts/admin/settings";
import { actorOf } from "@/lib/domain/auth/sessions";
import { reportBackup } from "@/lib/domain/status/backups";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:manage",
  summary: "Records that a backup of the database was made, once",
  body: reportBackupSchema,
  responses: { 200: recordedBackupSchema },
  errors: [[400, "`finishedAt` is in the future"]],
  handler: async ({ ctx, caller, body }) => ({
    isNew: await reportBackup(ctx, body, actorOf(caller)),
  }),
});
