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
  const at = new Date(message.acceptedAtMs).toUTCString().replace("GMT", "+0000");
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}`;
  return {
    body: message.text ?? "",
    num_segments: String(new SegmentedMessage(message.text ?? "").segmentsCount),
    direction: isReply ? "outbound-reply" : "outbound-api",
    from: status === "accepted" ? null : message.from,
    date_updated: at,
    price: null,
    error_message: null,
    uri: `${uri}.json`,
    account_sid: accountSid,
    num_media: "0",
    to: message.to,
    date_created: at,
    status,
    sid,
    date_sent: isWaiting ? null : at,
    messaging_service_sid: message.details["messagingServiceSid"] ?? null,
    error_code: status === "undelivered" ? undeliveredCode(message) : null,
    price_unit: "USD",
    api_version: "2010-04-01",
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
  const at = new Date(call.receivedAt).toUTCString().replace("GMT", "+0000");
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}`;
  return {
    body,
    num_segments: String(new SegmentedMessage(body).segmentsCount),
    direction: "inbound",
    from,
    date_updated: at,
    price: null,
    error_message: null,
    uri: `${uri}.json`,
    account_sid: accountSid,
    num_media: "0",
    to: sender.from,
    date_created: at,
    status: "received",
    sid,
    date_sent: at,
    messaging_service_sid: sender.messagingServiceSid,
    error_code: null,
    price_unit: null,
    api_version: "2010-04-01",
    subresource_uris: { media: `${uri}/Media.json` },
  };
}

const inboundSchema = z.object({ from: z.string(), body: z.string() });
