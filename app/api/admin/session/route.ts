import { type AdminSessionView, adminSessionSchema } from "@/lib/contracts/admin";
import { isAdminAuthenticated } from "@/lib/http/auth/admin-login";
import { route } from "@/lib/http/route/route";

/** Any failure of the check counts as not authenticated (docs/product-spec.md, section 8.1). */
export const GET = route({
  access: "public",
  summary: "Tells whether the browser is logged in as an admin",
  responses: { 200: adminSessionSchema },
  handler: async ({ ctx, cookies }): Promise<AdminSessionView> => ({
    authenticated: await isAdminAuthenticated(ctx, cookies),
  }),
});
