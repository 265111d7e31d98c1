import { randomBytes } from "node:crypto";
import { SegmentedMessage } from "sms-segments-calculator";
import type { SandboxParts } from "../parts";
import { callSignedWebhook } from "./signed-webhook";
import { readReplies } from "./twiml";

const stopWords = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
const startWords = ["START", "YES", "UNSTOP"];
const helpWords = ["HELP", "INFO"];

/** A text sent from a phone. */
export type InboundText = {
  /** E.164 */
  from: string;
  body: string;
  /** Whether the webhook contains `OptOutType`, like with Advanced Opt-Out. */
  hasOptOutType: boolean;
};

export type InboundResult = {
  /** HTTP status of the service's response. */
  status: number;
  /** The first reply in the response; null when there is none. */
  reply: string | null;
  messageSid: string;
};

/**
 * Sends a text to the service as Twilio's signed webhook, stores the replies in its response, and
 * applies STOP and START like the carrier.
 *
 * @throws RequestError 502 when the service can't be reached
 */
export async function receiveText(text: InboundText, parts: SandboxParts): Promise<InboundResult> {
  const { accountSid, authToken } = parts.credentials.twilio;
  const messageSid = `SM${randomBytes(16).toString("hex")}`;
  const keyword = readKeyword(text.body);
  parts.received.add("inbound", {
    receivedAtMs: parts.clock.nowMs(),
    body: { from: text.from, body: text.body },
  });
  applyKeyword(keyword, text.from, parts);
  const response = await callSignedWebhook(
    `${parts.siteUrl}/api/webhooks/twilio/inbound`,
    {
      ...toParameters(text, messageSid, accountSid, parts),
      ...(text.hasOptOutType && keyword !== null && { OptOutType: keyword }),
    },
    authToken,
  );
  const replies =
    response.status < 300 && /xml/.test(response.contentType) ? readReplies(response.body) : [];
  storeReplies(replies, text.from, parts);
  return { status: response.status, reply: replies[0] ?? null, messageSid };
}

function applyKeyword(
  keyword: ReturnType<typeof readKeyword>,
  from: string,
  { suppressions, clock }: SandboxParts,
): void {
  if (keyword === "STOP") {
    suppressions.add({
      provider: "twilio",
      stream: "",
      address: from,
      reason: "ManualSuppression",
      createdAt: clock.nowMs(),
    });
  }
  if (keyword === "START") suppressions.remove("twilio", "", from);
}

function toParameters(
  text: InboundText,
  messageSid: string,
  accountSid: string,
  { credentials }: SandboxParts,
): Record<string, string> {
  const { from: to, messagingServiceSid } = credentials.twilio;
  return {
    ToCountry: "US",
    ToState: "CA",
    ToCity: "SAN FRANCISCO",
    ToZip: "94105",
    FromCountry: text.from.startsWith("+44") ? "GB" : "US",
    FromState: "",
    FromCity: "",
    FromZip: "",
    To: to,
    From: text.from,
    Body: text.body,
    SmsMessageSid: messageSid,
    SmsSid: messageSid,
    MessageSid: messageSid,
    SmsStatus: "received",
    AccountSid: accountSid,
    ...(messagingServiceSid !== null && { MessagingServiceSid: messagingServiceSid }),
    NumMedia: "0",
    NumSegments: String(new SegmentedMessage(text.body).segmentsCount),
    ApiVersion: "2010-04-01",
  };
}

function storeReplies(replies: string[], to: string, parts: SandboxParts): void {
  const messages = replies.map((text) => ({
    channel: "sms" as const,
    provider: "twilio" as const,
    from: parts.credentials.twilio.from,
    to,
    subject: null,
    text,
    html: null,
    headers: {},
    metadata: { kind: "reply" },
    tag: null,
    stream: null,
    details: {},
  }));
  if (messages.length > 0) parts.messages.accept(messages, parts.clock.nowMs());
}

/** The keyword in a reply, as in `OptOutType`; null for any other text. */
function readKeyword(body: string): "STOP" | "START" | "HELP" | null {
  const word = body.replaceAll(/^[\s\p{P}]+|[\s\p{P}]+$/gu, "").toUpperCase();
  if (stopWords.includes(word)) return "STOP";
  if (startWords.includes(word)) return "START";
  return helpWords.includes(word) ? "HELP" : null;
}
