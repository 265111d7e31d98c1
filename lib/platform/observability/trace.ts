import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** A point in a trace, as in the header `traceparent` (W3C Trace Context). */
export type TracePoint = {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
};

/** What log lines and spans of the running work belong to. */
export type Trace = TracePoint & {
  /** The id of the request that the work is for. */
  requestId?: string | undefined;
  /** The route that was requested. */
  route?: string | undefined;
  /** Whether the span and its children are recorded. */
  isRecorded: boolean;
};

/** Everything that a span may contain. Nothing else can be sent: no URL, no address, no text. */
export type SpanAttributes = {
  "http.request.method"?: string;
  /** The path without query, tokens, and ids. */
  "http.route"?: string;
  "http.response.status_code"?: number;
  /** The host of a provider. */
  "server.address"?: string;
  "peer.service"?: "paddle" | "webhook" | "automation";
  "app.request_id"?: string;
  "app.batch_id"?: string;
};

/** `server` answers a request, `client` calls another service, `consumer` does a job of a queue. */
export type SpanKind = "server" | "client" | "consumer";

/** A span that has begun. */
export type RunningSpan = TracePoint & {
  isRecorded: boolean;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. Only the error's name is recorded. */
  fail(error: unknown): void;
  end(): void;
};

type SpanOptions = { name: string; kind: SpanKind; attributes?: SpanAttributes };

type Work<Result> = (span: Pick<RunningSpan, "set" | "fail">) => Promise<Result>;

type ParentSpan = Trace & {
  /** Whether another process or a client names it. */
  isRemote?: boolean;
};

/** Records spans and sends them somewhere. */
export type SpanRecorder = {
  start(span: { name: string; kind: SpanKind; parent: ParentSpan | undefined }): RunningSpan;
};

// Next bundles pages and route handlers separately, each with its own copy of this module.
type Shared = { current: AsyncLocalStorage<Trace>; recorder: SpanRecorder | null };
const shared: typeof globalThis & { serviceTracing?: Shared } = globalThis;
const tracing = (shared.serviceTracing ??= { current: new AsyncLocalStorage(), recorder: null });

/** Sets what records spans in this process; null for nothing. */
export function recordSpansWith(recorder: SpanRecorder | null): void {
  tracing.recorder = recorder;
}

/** The trace of the work that is running. */
export function currentTrace(): Trace | undefined {
  return tracing.current.getStore();
}

/** Does work that outlives the running trace, such as opening shared connections. */
export function outsideTrace<Result>(work: () => Result): Result {
  return tracing.current.exit(work);
}

/** Reads a `traceparent` header; null without a valid one. */
export function readTraceparent(header: string | null | undefined): TracePoint | null {
  const found =
    /^(?!ff)[\da-f]{2}-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-[\da-f]{2}(?:-|$)/.exec(
      header?.trim() ?? "",
    )?.groups;
  const { traceId = "", spanId = "" } = found ?? {};
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : null;
}

/** The `traceparent` header for a call that belongs to the running work; null while nothing is recorded. */
export function currentTraceparent(): string | null {
  const trace = currentTrace();
  return trace?.isRecorded ? `00-${trace.traceId}-${trace.spanId}-01` : null;
}

/**
 * Starts the trace of a request or a job, which ends when `end` is called. Work in `run`, and what it
 * starts, belongs to it. Without a recorder, its ids are only in the log.
 *
 * @param from the caller's place in a trace, to continue it
 */
export function startTrace(options: {
  name: string;
  kind: SpanKind;
  from?: TracePoint | null;
  requestId?: string;
  route?: string;
}): RunningSpan & { run<Result>(work: () => Result): Result } {
  const { name, kind, from, requestId, route } = options;
  const parent = from ? { ...from, isRecorded: true, isRemote: true } : undefined;
  const span =
    tracing.recorder?.start({ name, kind, parent }) ??
    unrecordedSpan({
      traceId: from?.traceId ?? randomBytes(16).toString("hex"),
      spanId: randomBytes(8).toString("hex"),
    });
  const { traceId, spanId, isRecorded } = span;
  const trace: Trace = { traceId, spanId, isRecorded, requestId, route };
  return { ...span, run: (work) => tracing.current.run(trace, work) };
}

/**
 * Does a job in its own trace.
 *
 * @throws what the job throws
 */
export async function inTrace<Result>(options: SpanOptions, work: Work<Result>): Promise<Result> {
  const trace = startTrace(options);
  trace.set(options.attributes ?? {});
  return trace.run(() => endWith(trace, work));
}

/**
 * Does part of the running work in its own span, if spans are recorded.
 *
 * @throws what the work throws
 */
export async function inSpan<Result>(options: SpanOptions, work: Work<Result>): Promise<Result> {
  const { name, kind, attributes = {} } = options;
  const parent = currentTrace();
  const span = tracing.recorder?.start({ name, kind, parent });
  if (!span) return work(ignored);
  span.set(attributes);
  const { traceId, spanId, isRecorded } = span;
  return tracing.current.run({ ...parent, traceId, spanId, isRecorded }, () => endWith(span, work));
}

async function endWith<Result>(span: RunningSpan, work: Work<Result>): Promise<Result> {
  try {
    return await work(span);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

const ignored = { set: () => undefined, fail: () => undefined };

function unrecordedSpan(point: TracePoint): RunningSpan {
  return { ...point, ...ignored, isRecorded: false, end: () => undefined };
}
