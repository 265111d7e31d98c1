import type { AdminSessionView } from "@/lib/contracts/admin";
import { isAdminAuthenticated } from "@/lib/http/auth/admin-login";
import { route } from "@/lib/http/route/route";

/** GET /api/admin/session: any failure of the check counts as not authenticated (spec, section 4). */
export const GET = route({
  access: "public",
  handler: async ({ ctx, cookies }): Promise<AdminSessionView> => ({
    authenticated: await isAdminAuthenticated(ctx, cookies),
  }),
});
