import type { Span, SpanKind as SdkSpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { ReadableSpan, Sampler, SpanExporter } from "@opentelemetry/sdk-trace";
import { brand } from "@/lib/brand";
import type { Logger } from "../logger";
import type { RunningSpan, SpanKind, SpanRecorder } from "./trace";

/** How long a stopping process waits for its last spans. */
const stopMs = 500;

export type TracingSettings = {
  /** Base URL of an OTLP/HTTP receiver. */
  endpoint: string;
  /** Sent with each call, to authenticate. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** The process, such as `threeline-worker-1`. */
  process: string;
  version: string;
  /** Share of traces to record, from 0 to 1. */
  ratio: number;
};

/** A recorder, and a function that sends what is left. */
export type OpenTelemetry = SpanRecorder & { stop(): Promise<void> };

/**
 * Loads OpenTelemetry's SDK, and records spans with it. It isn't registered globally, so it records only
 * spans from `trace.ts`, not from Next or other packages.
 */
export async function createOpenTelemetry(
  settings: TracingSettings,
  log: Pick<Logger, "warn">,
): Promise<OpenTelemetry> {
  const [api, sdk, resources, otlp] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const exporter = new otlp.OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
  });
  // At random, not by the trace's id, which a client's header can choose.
  const byChance: Sampler = {
    shouldSample: () => ({
      decision:
        Math.random() < settings.ratio
          ? sdk.SamplingDecision.RECORD_AND_SAMPLED
          : sdk.SamplingDecision.NOT_RECORD,
    }),
    toString: () => "by chance",
  };
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      "service.name": settings.serviceName,
      "service.version": settings.version,
      "service.instance.id": settings.process,
    }),
    // Spans in our own trace follow their parent; a client's header only names the trace.
    sampler: new sdk.ParentBasedSampler({
      root: byChance,
      remoteParentSampled: byChance,
      remoteParentNotSampled: byChance,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: withWarnings(exporter, log) })],
  });
  const tracer = provider.getTracer(brand.productKey);
  const kinds: Record<SpanKind, SdkSpanKind> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
  };
  return {
    start({ name, kind, parent }) {
      const context = parent
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            traceFlags: parent.isRecorded ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE,
            isRemote: parent.isRemote ?? false,
          })
        : api.ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind] }, context);
      return toRunningSpan(span, kind, api.SpanStatusCode.ERROR);
    },
    async stop() {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}

function toRunningSpan(span: Span, kind: SpanKind, failed: SpanStatusCode): RunningSpan {
  const { traceId, spanId } = span.spanContext();
  // For a server, 4xx is the caller's mistake; for a client, it's an error.
  const firstFailure = kind === "server" ? 500 : 400;
  return {
    traceId,
    spanId,
    isRecorded: span.isRecording(),
    set(attributes) {
      span.setAttributes(attributes);
      const status = attributes["http.response.status_code"] ?? 0;
      if (status >= firstFailure) span.setStatus({ code: failed });
    },
    fail(error) {
      const name = error instanceof Error ? error.name : "unknown";
      span.setAttribute("error.type", name).setStatus({ code: failed });
    },
    end: () => span.end(),
  };
}

/** Logs once that spans can't be sent, and again only after sending has worked in between. */
function withWarnings(exporter: SpanExporter, log: Pick<Logger, "warn">): SpanExporter {
  let isFailing = false;
  return {
    export(spans: ReadableSpan[], callback) {
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error && !isFailing) log.warn({ err: error }, "traces not sent");
        isFailing = error !== undefined;
        callback(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
