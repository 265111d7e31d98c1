import { SegmentedMessage } from "sms-segments-calculator";
import { z } from "zod";
import { formatMessageId } from "../messages/message-id";
import type { StoredMessage } from "../messages/message";
import type { ReceivedCall } from "../state/received";
import { findMagicNumber } from "./magic-numbers";

export type MessageStatus =
  | "accepted"
  | "queued"
  | "sending"
  | "sent"
  | "delivered"
  | "undelivered"
  | "failed";

/** Twilio's error code for a text that it accepts but can't deliver; null if it can. */
export function undeliveredCode({ to, details }: StoredMessage): number | null {
  const magic = findMagicNumber(to);
  if (magic?.outcome === "undelivered") return magic.code;
  const code = details["undeliveredCode"];
  return typeof code === "number" ? code : null;
}

/** The final status of a text. */
export function finalStatus(message: StoredMessage): MessageStatus {
  return undeliveredCode(message) === null ? "delivered" : "undelivered";
}

/** Twilio's Message resource, complete (twilio.com/docs/messaging/api/message-resource). */
export function toMessageResource(
  message: StoredMessage,
  accountSid: string,
  status: MessageStatus,
) {
  const sid = formatMessageId(message);
  const isReply = message.metadata["kind"] === "reply";
  const isWaiting = status === "queued" || status === "accepted";
  const shared = sharedFields(sid, accountSid, message.text ?? "", message.acceptedAtMs);
  return {
    ...shared,
    direction: isReply ? "outbound-reply" : "outbound-api",
    from: status === "accepted" ? null : message.from,
    to: message.to,
    status,
    date_sent: isWaiting ? null : shared.date_created,
    messaging_service_sid: message.details["messagingServiceSid"] ?? null,
    error_code: status === "undelivered" ? undeliveredCode(message) : null,
    price_unit: "USD",
  };
}

/** What is the same for a text in either direction. */
function sharedFields(sid: string, accountSid: string, body: string, atMs: number) {
  const at = new Date(atMs).toUTCString().replace("GMT", "+0000");
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}`;
  return {
    sid,
    account_sid: accountSid,
    body,
    num_segments: String(new SegmentedMessage(body).segmentsCount),
    num_media: "0",
    date_created: at,
    date_updated: at,
    price: null,
    error_message: null,
    api_version: "2010-04-01",
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
}

/** A text as Twilio's message redaction shows it (twilio.com/docs/messaging/guides/privacy-message-redaction). */
export function redact<Resource extends { body: string; to: string }>(text: Resource): Resource {
  return { ...text, body: "", to: text.to.replace(/\d{4}$/, "XXXX") };
}

/** A text that a phone sent to our number, as Twilio lists it. */
export function toInboundResource(
  call: ReceivedCall,
  accountSid: string,
  sender: { from: string; messagingServiceSid: string | null },
) {
  const { from, body } = inboundSchema.parse(call.body);
  const sid = `SM${call.id.padStart(32, "0")}`;
  const shared = sharedFields(sid, accountSid, body, Date.parse(call.receivedAt));
  return {
    ...shared,
    direction: "inbound",
    from,
    to: sender.from,
    status: "received",
    date_sent: shared.date_created,
    messaging_service_sid: sender.messagingServiceSid,
    error_code: null,
    price_unit: null,
  };
}

const inboundSchema = z.object({ from: z.string(), body: z.string() });
