import { currentPasswordSchema, enrollmentSchema } from "@/lib/contracts/admin/security";
import { startOwnEnrollment } from "@/lib/domain/team/admin-account";
import { viewEnrollment } from "@/lib/http/auth/qr-code";
import { ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin",
  summary: "Generates a two-factor secret, which takes effect once its first code is entered",
  body: currentPasswordSchema,
  responses: { 200: enrollmentSchema },
  errors: [...ownCheckErrors, [409, "Two-factor login is on"]],
  handler: async ({ ctx, caller, body }) =>
    viewEnrollment(await startOwnEnrollment(ctx, caller, body.currentPassword)),
});
