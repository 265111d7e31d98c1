import { bodyLimitsBytes, limits } from "@/lib/contracts/limits";
import { readViolations, ViolationCounter } from "@/lib/http/route/csp-reports";
import { readBody } from "@/lib/http/route/read-body";
import { tooLarge } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

const counter = new ViolationCounter();

export const POST = route({
  access: "public",
  summary:
    "Counts a browser's report of a violation of the Content-Security-Policy, by directive and blocked origin",
  rateLimit: { name: "csp-report", limit: limits.cspReportsPerAddress },
  responses: { 204: { description: "Received" } },
  errors: [tooLarge(bodyLimitsBytes.cspReport)],
  handler: async ({ ctx, request }) => {
    const body = new TextDecoder().decode(await readBody(request, bodyLimitsBytes.cspReport));
    counter.add(readViolations(body), ctx.log);
    return new Response(null, { status: 204 });
  },
});
