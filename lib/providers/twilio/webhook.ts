import type { ProviderEvent } from "@/lib/domain/ports/provider-event";
import type { InboundText, TextReport, TextStatus } from "@/lib/domain/ports/provider-reports";
import twilio from "twilio";
import { z } from "zod";

type TwilioRequest = { headers: Headers; pathAndQuery: string; body: string };

const numberSchema = z.string().regex(/^\+[1-9]\d{6,14}$/);

const inboundSchema = z.object({
  From: numberSchema,
  Body: z.string().default(""),
  OptOutType: z.enum(["STOP", "START", "HELP"]).nullable().catch(null),
});

const statuses = new Map<string, TextStatus>([
  ["accepted", "queued"],
  ["scheduled", "queued"],
  ["queued", "queued"],
  ["sending", "sending"],
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "delivered"],
  ["undelivered", "undelivered"],
  ["failed", "failed"],
  ["canceled", "failed"],
]);

/** Permanent errors only: https://www.twilio.com/docs/api/errors */
const refusals = new Map<string, TextReport["refusal"]>([
  ["21610", "stop"],
  ["21211", "bad_number"],
  ["21614", "bad_number"],
  ["30005", "bad_number"],
  ["21635", "landline"],
  ["30006", "landline"],
]);

/** Empty or missing if the text didn't fail. */
const codeSchema = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .nullable()
  .catch(null);

function readForm(body: string): Record<string, string | string[]> {
  const form = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(body)) {
    const earlier = form.get(name);
    if (Array.isArray(earlier)) earlier.push(value);
    else form.set(name, earlier === undefined ? value : [earlier, value]);
  }
  return Object.fromEntries(form);
}

/**
 * Returns whether Twilio signed a call with our token: HMAC-SHA1 over the public URL and all form fields
 * (https://www.twilio.com/docs/usage/webhooks/webhooks-security). Compares in constant time; false if our
 * token is empty.
 */
export function isTwilioRequest(
  request: TwilioRequest,
  expected: { authToken: string; siteUrl: string },
): boolean {
  const signature = request.headers.get("x-twilio-signature");
  if (expected.authToken === "" || !signature) return false;
  const url = `${expected.siteUrl}${request.pathAndQuery}`;
  return twilio.validateRequest(expected.authToken, signature, url, readForm(request.body));
}

/**
 * Translates a text that someone sent us. A sender that isn't a phone number (a short code, a name)
 * comes back with a `problem`.
 *
 * @throws ZodError when the body isn't an event
 */
export function readInboundText(request: TwilioRequest): ProviderEvent<InboundText> {
  const form = readForm(request.body);
  const eventId = z.string().min(1).parse(form["MessageSid"]);
  const common = { eventId, kind: "inbound", payload: form, occurredAt: null, event: null };
  const read = inboundSchema.safeParse(form);
  if (!read.success) return { ...common, problem: read.error.message };
  const { From: from, Body: body, OptOutType: handledAs } = read.data;
  return { ...common, event: { eventId, from, body, handledAs } };
}

/**
 * Translates a delivery report about one of our texts. The delivery's ID is in the URL.
 *
 * @throws ZodError when the body isn't an event
 */
export function readTextReport(request: TwilioRequest): ProviderEvent<TextReport> {
  const form = readForm(request.body);
  const sid = z.string().min(1).parse(form["MessageSid"]);
  const word = z.string().parse(form["MessageStatus"]);
  const deliveryId = new URLSearchParams(request.pathAndQuery.split("?")[1]).get("delivery");
  const kind = `status.${word}`;
  const payload = { ...form, delivery: deliveryId };
  const common = { eventId: `${sid}:${word}`, kind, payload, occurredAt: null, event: null };
  const status = statuses.get(word);
  if (!status) return common;
  const to = numberSchema.safeParse(form["To"]);
  if (!to.success) return { ...common, problem: "To is not a number" };
  const code = codeSchema.parse(form["ErrorCode"]);
  const refusal = refusals.get(code ?? "") ?? null;
  const event = { to: to.data, deliveryId, providerMessageId: sid, status, code, refusal };
  return { ...common, event };
}

/** The response to an inbound text as TwiML, with one reply or none. */
export function toTwiml(reply: string | null): string {
  const response = new twilio.twiml.MessagingResponse();
  if (reply !== null) response.message(reply);
  return response.toString();
}
