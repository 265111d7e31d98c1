import { browserErrorSchema } from "@/lib/contracts/reading/browser-errors";
import { bodyLimitsBytes, limits } from "@/lib/contracts/limits";
import { logBrowserError } from "@/lib/http/route/browser-errors";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "public",
  summary: "Logs an error that nothing handled in a browser, if a script of this site threw it",
  rateLimit: { name: "browser-error", limit: limits.browserErrorsPerAddress },
  body: browserErrorSchema,
  bodyLimitBytes: bodyLimitsBytes.browserError,
  responses: { 204: { description: "Received" } },
  handler: ({ ctx, body }) => {
    logBrowserError(body, ctx.log);
    return new Response(null, { status: 204 });
  },
});
