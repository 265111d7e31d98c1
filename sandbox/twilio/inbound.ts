import { randomBytes } from "node:crypto";
import { SegmentedMessage } from "sms-segments-calculator";
import type { SandboxParts } from "../parts";
import { readKeyword } from "./keywords";
import { callSignedWebhook } from "./signed-webhook";
import { readReplies } from "./twiml";

/** A text that somebody sends from a phone. */
export type InboundText = {
  /** E.164 */
  from: string;
  body: string;
  /** Whether Twilio tells which keyword it saw, as it does with Advanced Opt-Out. */
  namesKeyword: boolean;
};

/** What came of it. */
export type InboundResult = {
  /** HTTP status of the service's answer. */
  status: number;
  /** The first text that the answer asked for; null when it asked for none. */
  reply: string | null;
  messageSid: string;
};

/**
 * Hands a text to the service as Twilio's signed webhook, keeps the replies it answers with, and
 * heeds STOP and START as the carrier does.
 *
 * @throws RequestError 502 when the service cannot be reached
 */
export async function receiveText(text: InboundText, parts: SandboxParts): Promise<InboundResult> {
  const { accountSid, authToken } = parts.credentials.twilio;
  const messageSid = `SM${randomBytes(16).toString("hex")}`;
  const keyword = readKeyword(text.body);
  parts.received.add("inbound", {
    receivedAtMs: parts.clock.nowMs(),
    body: { from: text.from, body: text.body },
  });
  heedKeyword(keyword, text.from, parts);
  const answer = await callSignedWebhook(
    `${parts.siteUrl}/api/webhooks/twilio/inbound`,
    {
      ...toParameters(text, messageSid, accountSid, parts),
      ...(text.namesKeyword && keyword !== null && { OptOutType: keyword }),
    },
    authToken,
  );
  const replies =
    answer.status < 300 && /xml/.test(answer.contentType) ? readReplies(answer.body) : [];
  keepReplies(replies, text.from, parts);
  return { status: answer.status, reply: replies[0] ?? null, messageSid };
}

function heedKeyword(
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

function keepReplies(replies: string[], to: string, parts: SandboxParts): void {
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
