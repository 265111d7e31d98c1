import type { Event } from "@sentry/core";
import type { Logger } from "../logger";
import { limitPerMinute } from "./limit-per-minute";
import type { ErrorReport } from "./report";
import type { ReportSender } from "./error-reports";

/** For one call, in milliseconds. */
const timeoutMs = 5_000;
/** How long a stopping process waits for its last reports. */
const stopMs = 500;
/** Reports beyond this many in a minute are only logged. */
const maxPerMinute = 60;

export type ReportSettings = {
  /** `https://KEY@HOST/PROJECT`. */
  dsn: string;
  /** Version of the service. */
  release: string;
  environment: string;
};

/**
 * Loads Sentry's core, and sends reports with its envelope protocol. Uses only the SDK's protocol and rate
 * limits, so nothing beyond the report is collected.
 */
export async function createSentry(
  { dsn, release, environment }: ReportSettings,
  log: Pick<Logger, "warn">,
): Promise<{ send: ReportSender; stop(): Promise<void> }> {
  const sentry = await import("@sentry/core");
  const target = sentry.dsnFromString(dsn);
  if (!target) throw new Error("SENTRY_DSN isn't valid");
  const url = sentry.getEnvelopeEndpointWithUrlEncodedAuth(target);
  const transport = sentry.createTransport(
    { recordDroppedEvent: () => undefined },
    async ({ body }) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/x-sentry-envelope" },
        body: typeof body === "string" ? body : Buffer.from(body),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return {
        statusCode: response.status,
        headers: {
          "x-sentry-rate-limits": response.headers.get("x-sentry-rate-limits"),
          "retry-after": response.headers.get("retry-after"),
        },
      };
    },
  );
  const isAllowed = limitPerMinute(maxPerMinute);
  return {
    send(report) {
      if (!isAllowed()) return;
      const event = { release, environment, ...toEvent(report), event_id: sentry.uuid4() };
      const sent = transport.send(sentry.createEventEnvelope(event, target));
      sent.then(
        ({ statusCode = 200 }) => {
          if (statusCode >= 400) log.warn({ status: statusCode }, "error report not accepted");
        },
        (error: unknown) => log.warn({ err: error }, "error report not sent"),
      );
    },
    async stop() {
      await transport.flush(stopMs);
    },
  };
}

function toEvent(report: ErrorReport): Event {
  const { title, process: processName, platform, release, route, trace, errors } = report;
  const exceptions = errors.map(({ type, value, frames }) => ({
    type,
    value,
    stacktrace: { frames: [...frames] },
  }));
  return {
    timestamp: performance.timeOrigin / 1_000 + performance.now() / 1_000,
    level: "error",
    platform,
    ...(release !== undefined && { release }),
    logger: processName,
    transaction: title,
    ...(exceptions.length > 0 ? { exception: { values: exceptions } } : { message: title }),
    tags: {
      process: processName,
      ...(route !== undefined && { route }),
      ...(trace?.requestId && { request_id: trace.requestId }),
    },
    ...(trace && { contexts: { trace: { trace_id: trace.traceId, span_id: trace.spanId } } }),
  };
}
