import { RequestError } from "./request-error";

/** The service's response to a webhook. */
export type WebhookResponse = { status: number; contentType: string; body: string };

const timeoutMs = 15_000;

/**
 * Posts a webhook to the service.
 *
 * @throws RequestError 502 when the service can't be reached or doesn't respond in time
 */
export async function callWebhook(
  url: string,
  request: { headers: Record<string, string>; body: string },
): Promise<WebhookResponse> {
  try {
    const response = await fetch(url, {
      method: "POST",
      ...request,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return {
      status: response.status,
      contentType: response.headers.get("content-type") ?? "",
      body: await response.text(),
    };
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    const message = reason instanceof Error ? reason.message : String(reason);
    throw new RequestError(502, `The service at ${url} didn't respond: ${message}`);
  }
}
