import { retryReportsAnswerSchema } from "@/lib/contracts/admin/today";
import { actorOf } from "@/lib/domain/auth/sessions";
import { retryReports } from "@/lib/domain/delivery/reports/retry-reports";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:help",
  summary: "Applies delivery reports again that couldn't be applied",
  responses: { 200: retryReportsAnswerSchema },
  handler: async ({ ctx, caller }) => ({ reports: await retryReports(ctx, actorOf(caller)) }),
});
