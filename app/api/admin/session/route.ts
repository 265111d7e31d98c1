import { type AdminSessionView, adminSessionSchema } from "@/lib/contracts/admin";
import { findAdminIdentity } from "@/lib/http/auth/admin-login";
import { route } from "@/lib/http/route/route";

/** Any failure of the check counts as not authenticated (docs/product-spec.md, section 8.1). */
export const GET = route({
  access: "public",
  summary: "Returns whether the browser is logged in as an admin, and as whom",
  responses: { 200: adminSessionSchema },
  handler: async ({ ctx, cookies }): Promise<AdminSessionView> => {
    const admin = await findAdminIdentity(ctx, cookies);
    return admin ? { authenticated: true, admin } : { authenticated: false };
  },
});
