import { adminAccountSchema } from "@/lib/contracts/admin/security";
import { getAdminAccount } from "@/lib/domain/team/admin-account";
import { readDeviceToken } from "@/lib/http/auth/admin-browser";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin",
  summary: "Returns the admin's own account: two-factor login and known browsers",
  responses: { 200: adminAccountSchema },
  handler: ({ ctx, caller, cookies }) => getAdminAccount(ctx, caller, readDeviceToken(cookies)),
});
