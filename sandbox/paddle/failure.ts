import { randomUUID } from "node:crypto";
import { ProviderRefusal } from "../provider-refusal";

/** An error response of Paddle's API (https://developer.paddle.com/api-reference/about/errors). */
export function paddleRefusal(statusCode: number, code: string, detail: string): ProviderRefusal {
  return new ProviderRefusal(statusCode, paddleError(statusCode, code, detail));
}

function paddleError(statusCode: number, code: string, detail: string) {
  return {
    error: {
      type: statusCode >= 500 ? "api_error" : "request_error",
      code,
      detail,
      documentation_url: `https://developer.paddle.com/errors/shared/${code}`,
    },
    meta: { request_id: randomUUID() },
  };
}

/** The body of Paddle's own error response with this HTTP status. */
export function paddleFailure(status: number): Record<string, unknown> {
  if (status === 429) return paddleError(status, "too_many_requests", "Too many requests.");
  if (status === 401 || status === 403) return paddleError(status, "forbidden", "Not allowed.");
  return paddleError(status, "internal_error", "An unexpected error occurred.");
}
