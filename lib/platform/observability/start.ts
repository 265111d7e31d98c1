import type { Env } from "../env";
import type { Logger } from "../logger";
import { readVersion } from "../service/version";
import { sendReportsWith } from "./error-reports";
import { createOpenTelemetry } from "./open-telemetry";
import { maxFrames } from "./report";
import { createSentry } from "./sentry";
import { recordSpansWith } from "./trace";

/**
 * Starts sending traces and error reports, each only if its variable is set; otherwise, loads nothing.
 *
 * @param processName such as `threeline-worker-1`
 * @returns a function that sends what is left, within half a second, and stops
 */
export async function startObservability(
  processName: string,
  env: Pick<
    Env,
    | "OTEL_EXPORTER_OTLP_ENDPOINT"
    | "OTEL_EXPORTER_OTLP_HEADERS"
    | "OTEL_SERVICE_NAME"
    | "OTEL_TRACES_SAMPLER_ARG"
    | "PROVIDERS"
    | "SENTRY_DSN"
  >,
  log: Pick<Logger, "fatal" | "warn">,
): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = [];
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    const recorder = await createOpenTelemetry(
      {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        serviceName: env.OTEL_SERVICE_NAME,
        process: processName,
        version: await readVersion(),
        ratio: env.OTEL_TRACES_SAMPLER_ARG,
      },
      log,
    );
    recordSpansWith(recorder);
    stops.push(() => recorder.stop());
  }
  if (env.SENTRY_DSN !== undefined) {
    const sentry = await createSentry(
      { dsn: env.SENTRY_DSN, release: await readVersion(), environment: env.PROVIDERS },
      log,
    );
    sendReportsWith(sentry.send);
    Error.stackTraceLimit = maxFrames;
    const exit = async () => {
      await sentry.stop();
      process.exit(1);
    };
    // Node's default exit after a crash leaves no time for a report. A web process doesn't exit: Next
    // listens, too, and what it writes is logged (server/web/console-errors.ts).
    const onCrash = (error: unknown) => {
      if (process.listenerCount("uncaughtException") > 1) return;
      log.fatal({ err: error }, "process crashed");
      void exit();
    };
    process.on("uncaughtException", onCrash);
    stops.push(() => {
      process.off("uncaughtException", onCrash);
      return sentry.stop();
    });
  }
  return async () => {
    recordSpansWith(null);
    sendReportsWith(null);
    await Promise.all(stops.map((stop) => stop()));
  };
}
