import { z } from "zod";
import { collectMetrics } from "@/lib/domain/status/collect";
import { metricsReader, metricsResponse } from "@/lib/http/route/metrics";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: metricsReader,
  summary: "Returns metrics for Prometheus",
  responses: {
    200: {
      description: "The text format of Prometheus, version 0.0.4",
      schema: z.string(),
      contentType: "text/plain",
    },
  },
  handler: async ({ ctx }) => metricsResponse(await collectMetrics(ctx)),
});
