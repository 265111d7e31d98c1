import { auditPageSchema, auditQuerySchema } from "@/lib/contracts/admin/audit";
import { listAuditEntries } from "@/lib/domain/audit-log/list-entries";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manage",
  summary: "Searches the audit log, newest first, and says when it was last verified",
  query: auditQuerySchema,
  responses: { 200: auditPageSchema },
  handler: ({ ctx, query }) => listAuditEntries(ctx, query),
});
