import type { SmsProvider } from "@/lib/domain/ports/sms";
import { describeCallError } from "@/lib/platform/outbound-call";
import { AsyncLocalStorage } from "node:async_hooks";
import { SegmentedMessage } from "sms-segments-calculator";
import twilio from "twilio";
import { classifyRefusal, type TwilioAnswer } from "./outcome";

/** Where texts leave through. */
export type TwilioSettings = {
  accountSid: string;
  authToken: string;
  /** Base address of a local imitation; undefined means Twilio itself. */
  apiUrl: string | undefined;
  /** E.164; used when there is no messaging service. */
  from: string;
  messagingServiceSid: string | undefined;
  /** Where Twilio reports what became of a text. */
  statusCallbackUrl: string;
  /** Milliseconds for a whole call; 10,000 unless told. */
  timeoutMs?: number;
};

/** What one request went through, seen below the SDK. */
type Exchange = {
  beforeSend: (() => void) | undefined;
  stopped?: { error: unknown };
  answer?: TwilioAnswer;
};

const defaultTimeoutMs = 10_000;
const listLength = 50;
/** Twilio's times are whole seconds of Twilio's own clock. */
const clockMarginMs = 60_000;

const exchanges = new AsyncLocalStorage<Exchange>();

function form(fields: object | null | undefined): string {
  const pairs = Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(pairs).toString();
}

type RequestClient = InstanceType<typeof twilio.RequestClient>;

/** Null instead of an error: the SDK then fails on its own, and the kept text says why. */
function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The SDK's own transport keeps only https connections alive and ends a silent connection but not
 * one that drips; fetch keeps both alive and its deadline holds for the whole exchange.
 */
function createHttpClient(timeoutMs: number): RequestClient {
  const httpClient = new twilio.RequestClient();
  httpClient.request = async (options) => {
    const exchange = exchanges.getStore();
    const headers = new Headers(options.headers);
    const credentials = Buffer.from(`${options.username}:${options.password}`).toString("base64");
    headers.set("authorization", `Basic ${credentials}`);
    const query = form(options.params);
    const init: RequestInit = {
      method: options.method.toUpperCase(),
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
      ...(typeof options.data === "object" && { body: form(options.data) }),
    };
    try {
      exchange?.beforeSend?.();
    } catch (error) {
      if (exchange) exchange.stopped = { error };
      throw error;
    }
    const response = await fetch(query ? `${options.uri}?${query}` : options.uri, init);
    const text = await response.text();
    const retryAfter = response.headers.get("retry-after");
    if (exchange) exchange.answer = { status: response.status, text, retryAfter };
    return {
      statusCode: response.status,
      body: readJson(text),
      headers: Object.fromEntries(response.headers),
    };
  };
  return httpClient;
}

/**
 * Twilio as the house's SMS provider (https://www.twilio.com/docs/messaging/api/message-resource).
 * Nothing is retried here. Whatever leaves a doubt whether a text was taken is `unknown`.
 */
export function createTwilioClient(settings: TwilioSettings): SmsProvider {
  const client = twilio(settings.accountSid, settings.authToken, {
    httpClient: createHttpClient(settings.timeoutMs ?? defaultTimeoutMs),
  });
  if (settings.apiUrl !== undefined) client.api.baseUrl = settings.apiUrl;

  const sender =
    settings.messagingServiceSid === undefined
      ? { from: settings.from }
      : { messagingServiceSid: settings.messagingServiceSid };

  return {
    async send(message, options = {}) {
      const exchange: Exchange = { beforeSend: options.beforeSend };
      try {
        const created = await exchanges.run(exchange, () =>
          client.messages.create({
            ...sender,
            to: message.to,
            body: message.body,
            // The body must come back as it was sent: an unknown outcome is finalized by comparing it.
            smartEncoded: false,
            ...(message.validityS !== undefined && {
              validityPeriod: Math.max(1, Math.floor(message.validityS)),
            }),
            ...(message.deliveryId !== undefined && {
              statusCallback: `${settings.statusCallbackUrl}?delivery=${encodeURIComponent(message.deliveryId)}`,
            }),
          }),
        );
        return created.sid
          ? { state: "accepted", providerMessageId: created.sid }
          : { state: "unknown", detail: "Twilio answered without a message id." };
      } catch (error) {
        if (exchange.stopped) throw exchange.stopped.error;
        if (exchange.answer) return classifyRefusal(exchange.answer, new Date());
        return { state: "unknown", detail: describeCallError(error) };
      }
    },

    async findByRecipient(to, since) {
      // No DateSent filter: a text that still waits in Twilio's queue has no such date, and the
      // filter knows only whole days of UTC.
      const listed = await client.messages.list({ to, limit: listLength, pageSize: listLength });
      return listed
        .filter((message) => message.direction !== "inbound")
        .map((message) => ({
          providerMessageId: message.sid,
          body: message.body,
          sentAt: message.dateCreated ?? message.dateSent,
        }))
        .filter(({ sentAt }) => sentAt.getTime() >= since.getTime() - clockMarginMs)
        .toSorted((a, b) => b.sentAt.getTime() - a.sentAt.getTime());
    },

    countSegments(body) {
      return new SegmentedMessage(body).segmentsCount;
    },
  };
}
