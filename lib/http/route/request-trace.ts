import {
  currentTrace,
  readTraceparent,
  startTrace,
  type RunningSpan,
} from "@/lib/platform/observability/trace";
import { routeOf } from "./logged-path";

/** The trace of a request, which continues the one in the caller's `traceparent`. */
export function startRequestTrace(request: {
  method: string;
  /** With or without a query, which isn't recorded. */
  path: string;
  requestId: string;
  traceparent: string | null | undefined;
}): ReturnType<typeof startTrace> {
  const { method, path, requestId, traceparent } = request;
  const route = routeOf(path);
  const trace = startTrace({
    name: `${method} ${route}`,
    kind: "server",
    from: readTraceparent(traceparent),
    requestId,
    route,
  });
  trace.set({
    "http.request.method": method,
    "http.route": route,
    "app.request_id": requestId,
  });
  return trace;
}

/** Ends the trace of a request, with its response status. */
export function endRequestTrace(trace: RunningSpan, status: number): void {
  trace.set({ "http.response.status_code": status });
  trace.end();
}

/** Answers in the trace that our web server started, or in a new one without that server. */
export async function inRequestTrace(
  request: Request,
  requestId: string,
  work: () => Promise<Response>,
): Promise<Response> {
  if (currentTrace()) return work();
  const { method, url, headers } = request;
  const { pathname: path } = new URL(url);
  const traceparent = headers.get("traceparent");
  const trace = startRequestTrace({ method, path, requestId, traceparent });
  return trace.run(async () => {
    const response = await work();
    endRequestTrace(trace, response.status);
    return response;
  });
}
