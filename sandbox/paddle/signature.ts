import { createHmac } from "node:crypto";

/**
 * The `Paddle-Signature` header of a webhook
 * (https://developer.paddle.com/webhooks/signature-verification).
 *
 * @param timestampS seconds since the epoch, by real time: a signature's age has nothing to do
 *   with what the service takes for the present
 */
export function signPaddleWebhook(body: string, secret: string, timestampS: number): string {
  const h1 = createHmac("sha256", secret).update(`${timestampS}:${body}`).digest("hex");
  return `ts=${timestampS};h1=${h1}`;
}
