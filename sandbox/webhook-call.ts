import { RequestError } from "./request-error";

/** What the service answered to a webhook. */
export type WebhookAnswer = { status: number; contentType: string; body: string };

const timeoutMs = 15_000;

/**
 * Posts a webhook to the service.
 *
 * @throws RequestError 502 when the service cannot be reached or does not answer in time
 */
export async function callWebhook(
  url: string,
  request: { headers: Record<string, string>; body: string },
): Promise<WebhookAnswer> {
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
    const words = reason instanceof Error ? reason.message : String(reason);
    throw new RequestError(502, `The service at ${url} did not answer: ${words}`);
  }
}
