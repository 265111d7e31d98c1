import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { endRequestTrace, startRequestTrace } from "@/lib/http/route/request-trace";
import type { TracePoint } from "@/lib/platform/observability/trace";
import { beforeHead, isPage } from "./responses";

const safeRequestId = /^[\w.-]{8,64}$/;

/** The proxy's id of a request, or a new one. */
export function requestIdOf({ "x-request-id": given }: IncomingHttpHeaders): string {
  return typeof given === "string" && safeRequestId.test(given) ? given : randomUUID();
}

/** The headers that name a request and its trace. */
export function traceHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { "x-request-id": requestId, traceparent } = headers;
  return { "x-request-id": requestId, traceparent };
}

/**
 * Handles a request with an id and in a trace, which ends with the response. All its log lines and calls
 * carry both.
 */
export function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => void,
): void {
  const { method = "GET", url: path = "", headers } = request;
  const requestId = requestIdOf(headers);
  headers["x-request-id"] = requestId;
  if (path.startsWith("/api/")) response.setHeader("x-request-id", requestId);
  const { traceparent } = headers;
  const trace = startRequestTrace({
    method,
    path,
    requestId,
    traceparent: typeof traceparent === "string" ? traceparent : null,
  });
  nameTrace(response, trace);
  response.once("close", () => endRequestTrace(trace, response.statusCode));
  trace.run(handle);
}

/**
 * Tells a page which trace it was rendered in, for errors that it reports. Stored pages have no trace.
 *
 * @see https://www.w3.org/TR/server-timing/
 */
function nameTrace(response: ServerResponse, { traceId, spanId }: TracePoint): void {
  beforeHead(response, () => {
    if (isPage(response) && String(response.getHeader("cache-control")).includes("no-store")) {
      response.setHeader("server-timing", `traceparent;desc="00-${traceId}-${spanId}-00"`);
    }
  });
}
