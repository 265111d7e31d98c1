import twilio from "twilio";
import { callWebhook, type WebhookResponse } from "../webhook-call";

/**
 * Posts a form with Twilio's signature over the URL and all parameters.
 *
 * @throws RequestError 502 when the service can't be reached
 */
export function callSignedWebhook(
  url: string,
  parameters: Record<string, string>,
  authToken: string,
): Promise<WebhookResponse> {
  return callWebhook(url, {
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      "user-agent": "TwilioProxy/1.1",
      "x-twilio-signature": twilio.getExpectedTwilioSignature(authToken, url, parameters),
    },
    body: new URLSearchParams(parameters).toString(),
  });
}
