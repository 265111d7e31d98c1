import { brand } from "@/lib/brand";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import { equalInConstantTime } from "@/lib/platform/tokens";
import { formatMetrics, formatRequestDurations, type Metric } from "@/lib/platform/prometheus";
import type { Guard } from "./access";
import { getEnv } from "./context";

/** Admits who has METRICS_TOKEN. Without one, the route doesn't exist. */
export const metricsReader: Guard<null> = {
  name: "metrics token",
  security: [{ metricsToken: [] }],
  errors: [
    [401, "The token is missing or wrong"],
    [404, "METRICS_TOKEN isn't set"],
  ],
  admit: async ({ request }) => {
    const token = getEnv().METRICS_TOKEN;
    if (token === undefined) throw new AppError(404, httpMessages.notFound);
    const given = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    if (!equalInConstantTime(given, token)) throw new AppError(401, httpMessages.tokenInvalid);
    return null;
  },
};

/** Answers with metrics, and with how long this process's own requests took. */
export function metricsResponse(metrics: readonly Metric[]): Response {
  const durations = formatRequestDurations(`${brand.productKey}_http_request_duration_seconds`);
  return new Response(formatMetrics(metrics) + durations, {
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}
