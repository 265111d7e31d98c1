import type { StoredMessage } from "../messages/message";
import { formatMessageId } from "../messages/message-id";
import { bounceKinds } from "./bounce-kinds";

export const eventTypes = [
  "Delivery",
  "Bounce",
  "SpamComplaint",
  "SubscriptionChange",
  "Open",
  "Click",
] as const;

/** One simulated webhook. */
export type PostmarkEvent = {
  type: (typeof eventTypes)[number];
  email: string;
  bounce: keyof typeof bounceKinds;
  /** For SubscriptionChange: whether the address is suppressed or reactivated. */
  suppress: boolean;
  /** The email it's about; null if none was sent to the address. */
  message: StoredMessage | null;
  /** Used when there is no email. */
  messageId: string;
  /** ISO instant. */
  at: string;
  /** Postmark's id of a bounce. */
  bounceId: number;
  /** For Open and Click; null for a phone's. */
  userAgent: string | null;
  /** For Click; null for the email's first link. */
  link: string | null;
};

const serverId = 23;
const mailClient = { Name: "Apple Mail", Company: "Apple Inc.", Family: "Apple Mail" };
const system = { Name: "iOS 19", Company: "Apple Inc.", Family: "iOS" };
const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15";
const place = {
  CountryISOCode: "GB",
  Country: "United Kingdom",
  RegionISOCode: "ENG",
  Region: "England",
  City: "London",
  Zip: "EC2M",
  Coords: "51.5177,-0.0817",
  IP: "192.0.2.10",
};

/** The body of Postmark's webhook, complete (postmarkapp.com/developer/webhooks). */
export function toWebhookBody(event: PostmarkEvent): Record<string, unknown> {
  const { message } = event;
  const shared = {
    RecordType: event.type,
    MessageStream: message?.stream ?? "broadcast",
    MessageID: message ? formatMessageId(message) : event.messageId,
    Tag: message?.tag ?? "",
    Metadata: message?.metadata ?? {},
    ServerID: serverId,
  };
  return { ...shared, ...toOwnFields(event) };
}

function toOwnFields(event: PostmarkEvent): Record<string, unknown> {
  switch (event.type) {
    case "Delivery":
      return { Recipient: event.email, DeliveredAt: event.at, Details: "smtp;250 2.0.0 OK" };
    case "Bounce":
      return toBounce(event, bounceKinds[event.bounce]);
    case "SpamComplaint":
      return toBounce(event, spamComplaint);
    case "SubscriptionChange":
      return {
        ChangedAt: event.at,
        Recipient: event.email,
        Origin: "Recipient",
        SuppressSending: event.suppress,
        SuppressionReason: event.suppress ? "ManualSuppression" : null,
      };
    case "Open":
      return { ...toVisit(event), FirstOpen: true, ReadSeconds: 12 };
    case "Click":
      break;
  }
  return {
    ...toVisit(event),
    ClickLocation: "HTML",
    OriginalLink: event.link ?? firstLink(event.message) ?? "https://example.com/",
  };
}

const spamComplaint = {
  Type: "SpamComplaint",
  TypeCode: 100_001,
  Name: "Spam complaint",
  Description: "The subscriber explicitly marked this message as spam.",
  Details: "",
  isInactive: true,
} as const;

type BounceKind = (typeof bounceKinds)[keyof typeof bounceKinds] | typeof spamComplaint;

function toBounce(event: PostmarkEvent, { isInactive, ...kind }: BounceKind) {
  return {
    ...kind,
    ID: event.bounceId,
    Email: event.email,
    From: event.message?.from ?? "",
    BouncedAt: event.at,
    DumpAvailable: true,
    Inactive: isInactive,
    CanActivate: kind.Type !== "SpamComplaint",
    Subject: event.message?.subject ?? "",
    Content: "",
  };
}

function toVisit(event: PostmarkEvent) {
  return {
    Recipient: event.email,
    ReceivedAt: event.at,
    Platform: "Mobile",
    UserAgent: event.userAgent ?? userAgent,
    Client: mailClient,
    OS: system,
    Geo: place,
  };
}

function firstLink(message: StoredMessage | null): string | undefined {
  return /href="(https?:[^"]+)"/.exec(message?.html ?? "")?.[1];
}
