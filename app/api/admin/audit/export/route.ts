import { auditFilterSchema } from "@/lib/contracts/admin/audit";
import { exportAuditEntries } from "@/lib/domain/audit-log/export-entries";
import { actorOf } from "@/lib/domain/auth/sessions";
import { recordAudit } from "@/lib/domain/audit";
import { csvFile, csvResponse } from "@/lib/http/route/stream-response";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manage",
  summary: "Exports the entries of the audit log that match, as CSV",
  query: auditFilterSchema,
  responses: {
    200: csvFile("One row per entry, newest first, with values before and after as JSON"),
  },
  handler: async ({ ctx, query, caller }) => {
    await recordAudit(ctx, ctx.db, {
      actor: actorOf(caller),
      action: "audit.exported",
      subject: "audit",
      detail: query,
    });
    return csvResponse("audit-log.csv", exportAuditEntries(ctx, query));
  },
});
