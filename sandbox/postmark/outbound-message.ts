import type { MessageDetails, StoredMessage } from "../messages/message";
import { formatMessageId } from "../messages/message-id";
import { parseAddresses, type PostmarkAddress } from "./addresses";

/** A message as `GET /messages/outbound` lists it (postmarkapp.com/developer/api/messages-api). */
export function toOutboundMessage(message: StoredMessage) {
  const to = addressesIn(message.details, "to", message.to);
  const cc = addressesIn(message.details, "cc");
  const bcc = addressesIn(message.details, "bcc");
  const { attachments, trackLinks } = message.details;
  return {
    Tag: message.tag ?? "",
    MessageID: formatMessageId(message),
    To: to,
    Cc: cc,
    Bcc: bcc,
    Recipients: [...to, ...cc, ...bcc].map(({ Email }) => Email),
    ReceivedAt: new Date(message.acceptedAtMs).toISOString(),
    From: message.from,
    Subject: message.subject ?? "",
    Attachments: Array.isArray(attachments) ? attachments : [],
    Status: "Sent",
    TrackOpens: message.details["trackOpens"] === true,
    TrackLinks: typeof trackLinks === "string" ? trackLinks : "None",
    Metadata: message.metadata,
    MessageStream: message.stream ?? "outbound",
    Sandboxed: false,
  };
}

/** A message with its bodies, as `GET /messages/outbound/{id}/details` returns it. */
export function toOutboundMessageDetails(message: StoredMessage) {
  return {
    ...toOutboundMessage(message),
    TextBody: message.text ?? "",
    HtmlBody: message.html ?? "",
    Body: toMime(message),
    MessageEvents: [
      {
        Recipient: message.to,
        Type: "Delivered",
        ReceivedAt: new Date(message.acceptedAtMs).toISOString(),
        Details: {
          DeliveryMessage: "smtp;250 2.0.0 OK",
          DestinationServer: "mail.sandbox.example (127.0.0.1)",
          DestinationIP: "127.0.0.1",
        },
      },
    ],
  };
}

function addressesIn(details: MessageDetails, name: string, fallback = ""): PostmarkAddress[] {
  const field = details[name];
  return parseAddresses(typeof field === "string" ? field : fallback) ?? [];
}

function toMime(message: StoredMessage): string {
  const headers = {
    From: message.from,
    To: message.to,
    Subject: message.subject ?? "",
    Date: new Date(message.acceptedAtMs).toUTCString(),
    "Message-ID": `<${formatMessageId(message)}@sandbox.example>`,
    ...message.headers,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...head, "", message.text ?? message.html ?? ""].join("\r\n");
}
