import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { endRequestTrace, startRequestTrace } from "@/lib/http/route/request-trace";

const safeRequestId = /^[\w.-]{8,64}$/;

/** The proxy's id of a request, or a new one. */
export function requestIdOf({ "x-request-id": given }: IncomingHttpHeaders): string {
  return typeof given === "string" && safeRequestId.test(given) ? given : randomUUID();
}

/**
 * Handles a request with an id and in a trace, which ends with the response. Everything that is logged
 * and called for it has both.
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
  response.once("close", () => endRequestTrace(trace, response.statusCode));
  trace.run(handle);
}
