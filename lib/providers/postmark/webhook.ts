import type { ProviderEvent } from "@/lib/domain/ports/provider-event";
import type { MailReport, MailVisit } from "@/lib/domain/ports/provider-reports";
import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";

type Outcome = MailReport["outcome"];

const isoTime = z
  .string()
  .transform((text) => new Date(text))
  // Rejects invalid dates and those outside PostgreSQL's calendar.
  .refine((date) => date.getUTCFullYear() >= 1970);

const identitySchema = z.object({
  RecordType: z.string(),
  MessageID: z.string().max(200).default(""),
  ID: z.number().optional(),
  ChangedAt: z.string().optional(),
  Recipient: z.string().default(""),
});

const reportSchema = z
  .looseObject({
    // Bounce and SpamComplaint use Email, the others Recipient.
    Email: z.string().optional(),
    Recipient: z.string().optional(),
    Metadata: z.record(z.string(), z.unknown()).nullish(),
    Type: z.string().max(100).optional(),
    Inactive: z.boolean().optional(),
    SuppressSending: z.boolean().optional(),
    SuppressionReason: z.string().nullish(),
    UserAgent: z.string().nullish(),
    OriginalLink: z.string().nullish(),
  })
  .transform((fields) => ({ ...fields, address: (fields.Email ?? fields.Recipient ?? "").trim() }))
  .refine(({ address }) => /^[^\s@]+@[^\s@]+$/.test(address) && address.length <= 320, {
    error: "no email address",
  });

type Report = z.output<typeof reportSchema>;

/** https://postmarkapp.com/developer/api/bounce-api#bounce-types: the address does not exist. */
const permanentBounces = new Set(["HardBounce", "BadEmailAddress"]);

function readBounce(report: Report): Outcome {
  const type = report.Type ?? "";
  if (type === "SpamComplaint") return { kind: "complained" };
  if (permanentBounces.has(type)) return { kind: "bounced", code: type };
  if (report.Inactive && (type === "ManuallyDeactivated" || type === "Unsubscribe")) {
    return { kind: "suppressed", reason: "manual" };
  }
  // Postmark has deactivated the address, whatever the bounce type.
  if (report.Inactive) return { kind: "bounced", code: type };
  return type === "Transient" ? { kind: "deferred" } : { kind: "soft_bounced", code: type };
}

function readSubscriptionChange(report: Report): Outcome {
  if (report.SuppressSending === undefined) throw new TypeError("SuppressSending is missing");
  if (!report.SuppressSending) return { kind: "reactivated" };
  if (report.SuppressionReason === "HardBounce")
    return { kind: "suppressed", reason: "hard_bounce" };
  if (report.SuppressionReason === "SpamComplaint") {
    return { kind: "suppressed", reason: "spam_complaint" };
  }
  return { kind: "suppressed", reason: "manual" };
}

/** Apple Mail Privacy Protection sends exactly this. */
const appleProxy = "Mozilla/5.0";

/** User agents of services that load images or follow links automatically. */
const machines =
  /GoogleImageProxy|ggpht\.com|Edge\/12\.246 Mozilla\/5\.0$|YahooMailProxy|bot\b|crawler|spider|scanner|curl\/|python|java\/|Barracuda|Mimecast|Proofpoint/i;

/** Returns whether it may not have been a person. Without a user agent, nobody can tell. */
function isMachine({ UserAgent }: Report): boolean {
  const agent = UserAgent?.trim() ?? "";
  return agent === "" || agent === appleProxy || machines.test(agent);
}

function readOpen(report: Report): MailVisit {
  return { kind: isMachine(report) ? "machine_open" : "open" };
}

const maxLinkLength = 500;

/** The link as everyone got it; null for a personal link, such as the unsubscribe link. */
function readLink(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || /^(\/api)?\/unsubscribe\//.test(url.pathname)) return null;
  const link = `${url.origin}${url.pathname}${url.search}`;
  return link.length <= maxLinkLength ? link : null;
}

function readClick(report: Report): Outcome {
  const link = readLink(report.OriginalLink ?? "");
  if (link === null || isMachine(report)) return { kind: "delivered" };
  return { kind: "delivered", visit: { kind: "click", link } };
}

/** The record types we use: https://postmarkapp.com/developer/webhooks/webhooks-overview */
const kinds: Record<string, { timeField: string; read(report: Report): Outcome }> = {
  Delivery: { timeField: "DeliveredAt", read: () => ({ kind: "delivered" }) },
  Bounce: { timeField: "BouncedAt", read: readBounce },
  SpamComplaint: { timeField: "BouncedAt", read: () => ({ kind: "complained" }) },
  SubscriptionChange: { timeField: "ChangedAt", read: readSubscriptionChange },
  Open: {
    timeField: "ReceivedAt",
    read: (report) => ({ kind: "delivered", visit: readOpen(report) }),
  },
  Click: { timeField: "ReceivedAt", read: readClick },
};

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * Returns whether a call has the username and password from Postmark's webhook settings (RFC 7617). Postmark
 * doesn't sign its calls. Compares in constant time; false if either of ours is empty.
 */
export function isPostmarkRequest(
  headers: Headers,
  expected: { username: string; password: string },
): boolean {
  if (expected.username === "" || expected.password === "") return false;
  const match = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(headers.get("authorization") ?? "");
  const given = Buffer.from(match?.[1] ?? "", "base64").toString("utf8");
  return timingSafeEqual(hashOf(given), hashOf(`${expected.username}:${expected.password}`));
}

type Payload = Record<string, z.core.util.JSONType>;

const lastEmailSchema = z.object({
  Metadata: z.object({ notice: z.literal("account_deleted") }),
});

/**
 * Reports about the email that confirms an account's deletion must not keep the address. Where someone opened
 * an email, and on what device, is none of our business.
 */
function storedPart(payload: Payload): Payload {
  const isVisit = payload["RecordType"] === "Open" || payload["RecordType"] === "Click";
  if (!isVisit && !lastEmailSchema.safeParse(payload).success) return payload;
  return { RecordType: payload["RecordType"] ?? "", MessageID: payload["MessageID"] ?? "" };
}

/**
 * Translates a Postmark webhook. A kind we use but can't read comes back with a `problem` and is
 * stored, because Postmark never retries a call that got a 4xx.
 *
 * @throws SyntaxError or ZodError when the body isn't an event
 */
export function readPostmarkEvent(request: {
  headers: Headers;
  body: string;
}): ProviderEvent<MailReport> {
  const payload = z.record(z.string(), z.json()).parse(JSON.parse(request.body));
  const identity = identitySchema.parse(payload);
  const kind = identity.RecordType;
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  const occurredAt = isoTime.safeParse(payload[known?.timeField ?? ""]).data ?? null;
  // A message can have several bounces or subscription changes; those have an ID or a time.
  const trace = request.headers.get("x-pm-webhook-trace-id");
  const ownId = [
    identity.MessageID,
    identity.ID ?? identity.ChangedAt ?? "",
    identity.Recipient,
  ].join(":");
  const eventId = `${kind}:${trace ?? ownId}`;
  const common = { eventId, kind, payload: storedPart(payload), occurredAt, event: null };
  if (!known) return common;
  try {
    const report = reportSchema.parse(payload);
    const deliveryId = report.Metadata?.["delivery"];
    return {
      ...common,
      event: {
        address: report.address,
        deliveryId: typeof deliveryId === "string" ? deliveryId : null,
        providerMessageId: identity.MessageID || null,
        occurredAt,
        outcome: known.read(report),
      },
    };
  } catch (error) {
    return { ...common, problem: String(error) };
  }
}
