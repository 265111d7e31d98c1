import twilio from "twilio";
import { callWebhook, type WebhookAnswer } from "../webhook-call";

/**
 * Posts a form as Twilio does: signed over the address and all of its parameters.
 *
 * @throws RequestError 502 when the service cannot be reached
 */
export function callSignedWebhook(
  url: string,
  parameters: Record<string, string>,
  authToken: string,
): Promise<WebhookAnswer> {
  return callWebhook(url, {
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      "user-agent": "TwilioProxy/1.1",
      "x-twilio-signature": twilio.getExpectedTwilioSignature(authToken, url, parameters),
    },
    body: new URLSearchParams(parameters).toString(),
  });
}
