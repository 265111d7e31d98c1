import { checksSchema } from "@/lib/contracts/admin/settings";
import { limits } from "@/lib/contracts/limits";
import { enforceRateLimits } from "@/lib/domain/limits/rate-limit";
import { runDoctor } from "@/lib/http/route/doctor";
import { tooMany } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:manage",
  summary: "Checks that everything is ready to go live, as `doctor` does; changes nothing",
  responses: { 200: checksSchema },
  errors: [tooMany(limits.doctorRunsPerAdmin, "by one admin")],
  handler: async ({ ctx, caller }) => {
    const key = `doctor:${caller.adminId}`;
    await enforceRateLimits(ctx, [{ key, limit: limits.doctorRunsPerAdmin }]);
    return { at: ctx.clock.now().toISOString(), ...(await runDoctor()) };
  },
});
