import { brand } from "@/lib/brand";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import { readCertificateExpiry } from "@/lib/platform/probes";
import { isSecureUrl } from "@/lib/platform/secure-url";
import { equalInConstantTime } from "@/lib/platform/tokens";
import { formatMetrics, formatRequestDurations, type Metric } from "@/lib/platform/prometheus";
import type { Guard } from "./access";
import { getEnv } from "./context";

/** Returns whether a caller has METRICS_TOKEN; false while it isn't set. */
function hasMetricsToken(request: Request): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const token = getEnv().METRICS_TOKEN;
  return token !== undefined && given !== undefined && equalInConstantTime(given, token);
}

/** Admits everyone, and tells the handler whether the caller has METRICS_TOKEN. */
export const anyoneOrMetricsReader: Guard<{ isMetricsReader: boolean }> = {
  name: "anyone or metrics token",
  security: [{}, { metricsToken: [] }],
  errors: [],
  admit: async ({ request }) => ({ isMetricsReader: hasMetricsToken(request) }),
};

/** Admits callers with METRICS_TOKEN. While it isn't set, the route doesn't exist. */
export const metricsReader: Guard<null> = {
  name: "metrics token",
  security: [{ metricsToken: [] }],
  errors: [
    [401, "The token is missing or wrong"],
    [404, "METRICS_TOKEN isn't set"],
  ],
  admit: async ({ request }) => {
    if (getEnv().METRICS_TOKEN === undefined) throw new AppError(404, httpMessages.notFound);
    if (!hasMetricsToken(request)) throw new AppError(401, httpMessages.tokenInvalid);
    return null;
  },
};

/** A proxy that this process can't reach must not hold up the metrics. */
const certificateWaitMs = 1_000;

async function readCertificate(): Promise<Metric> {
  const { SITE_URL: siteUrl } = getEnv();
  const expiresAt = isSecureUrl(siteUrl)
    ? await readCertificateExpiry(siteUrl, certificateWaitMs).catch(() => null)
    : null;
  return {
    name: `${brand.productKey}_certificate_expiry_timestamp_seconds`,
    help: "When the site's certificate expires.",
    type: "gauge",
    samples: expiresAt ? [{ value: expiresAt.getTime() / 1_000 }] : [],
  };
}

/** Answers with metrics, including the durations of this process's requests. */
export async function metricsResponse(metrics: readonly Metric[]): Promise<Response> {
  const all = metrics.concat(await readCertificate());
  const durations = formatRequestDurations(`${brand.productKey}_http_request_duration_seconds`);
  return new Response(formatMetrics(all) + durations, {
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}
