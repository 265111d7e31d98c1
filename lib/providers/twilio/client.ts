import type { MessageResult } from "@/lib/domain/ports/send-outcome";
import type { ListedSms, SmsProvider } from "@/lib/domain/ports/sms";
import { describeCallError } from "@/lib/platform/outbound-call";
import { readPhoneNumber } from "@/lib/domain/contact/phone-numbers";
import {
  callProvider,
  StoppedCallError,
  UnsentCallError,
  type CallGuard,
} from "@/lib/platform/provider-call";
import { isTwilioTestNumber } from "@/lib/platform/test-accounts";
import { AsyncLocalStorage } from "node:async_hooks";
import { SegmentedMessage } from "sms-segments-calculator";
import twilio from "twilio";
import type { MessageInstance, MessagePage } from "twilio/lib/rest/api/v2010/account/message";
import { classifyRefusal, type TwilioResponse } from "./outcome";

export type TwilioSettings = {
  accountSid: string;
  authToken: string;
  /** Base URL of the sandbox; undefined means Twilio itself. */
  apiUrl: string | undefined;
  /** E.164; used without a messaging service. */
  from: string;
  messagingServiceSid: string | undefined;
  /** URL for Twilio's delivery reports. */
  statusCallbackUrl: string;
  /** For a whole call, in milliseconds; 10,000 by default. */
  timeoutMs?: number;
};

/** What happened to one request, recorded below the SDK. */
type Exchange = { guard: CallGuard | undefined; answer?: TwilioResponse };

const defaultTimeoutMs = 10_000;
const listLength = 50;
const maxPageLength = 1_000;
/** Twilio's times are in whole seconds, by its own clock. */
const clockMarginMs = 60_000;

const exchanges = new AsyncLocalStorage<Exchange>();

function form(fields: object | null | undefined): string {
  const pairs = Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(pairs).toString();
}

type RequestClient = InstanceType<typeof twilio.RequestClient>;

/** Null instead of an error: the SDK then fails, and the recorded text says why. */
function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Replaces the SDK's transport, which keeps only https connections alive and doesn't time out while
 * bytes trickle in. Here both kinds stay alive, and the timeout covers the whole call.
 */
function createHttpClient(timeoutMs: number): RequestClient {
  const httpClient = new twilio.RequestClient();
  httpClient.request = async (options) => {
    const exchange = exchanges.getStore();
    const headers = new Headers(options.headers);
    const credentials = Buffer.from(`${options.username}:${options.password}`).toString("base64");
    headers.set("authorization", `Basic ${credentials}`);
    const query = form(options.params);
    const url = query ? `${options.uri}?${query}` : options.uri;
    const response = await callProvider(url, {
      method: options.method.toUpperCase(),
      headers,
      body: typeof options.data === "object" ? Buffer.from(form(options.data)) : null,
      signal: AbortSignal.timeout(timeoutMs),
      guard: exchange?.guard,
    });
    const { status, text } = response;
    const retryAfter = response.headers.get("retry-after");
    if (exchange) exchange.answer = { status, text, retryAfter };
    return {
      statusCode: status,
      body: readJson(text),
      headers: Object.fromEntries(response.headers),
    };
  };
  return httpClient;
}

/**
 * Refuses numbers that must not be texted, without a call. Covers numbers that were stored before we checked
 * their kind. The codes are Twilio's own for numbers that get no texts
 * (https://www.twilio.com/docs/api/errors).
 */
function refuseKind(to: string): MessageResult | null {
  const refusal = readPhoneNumber(to)?.refusal ?? null;
  if (refusal === null) return null;
  const detail = "not sent: texts don't go to this kind of number";
  return refusal === "landline"
    ? { state: "refused", reason: "landline", code: 21_635, detail }
    : { state: "refused", reason: "invalid_number", code: 21_614, detail };
}

type TwilioMessage = Pick<MessageInstance, "sid" | "body" | "dateCreated" | "dateSent">;

/** In milliseconds since the epoch. */
function timeOf({ dateCreated, dateSent }: TwilioMessage): number {
  return (dateCreated ?? dateSent).getTime();
}

function toListed(message: TwilioMessage, number: string): ListedSms {
  const { sid: providerMessageId, body } = message;
  return { providerMessageId, number, body, at: new Date(timeOf(message)) };
}

const repliesAndInbound: ReadonlySet<string> = new Set(["inbound", "outbound-reply"]);

/**
 * Twilio as the SMS provider (https://www.twilio.com/docs/messaging/api/message-resource). Nothing
 * is retried here. When a text may have been accepted, the outcome is `unknown`.
 */
export function createTwilioClient(settings: TwilioSettings): SmsProvider {
  const client = twilio(settings.accountSid, settings.authToken, {
    httpClient: createHttpClient(settings.timeoutMs ?? defaultTimeoutMs),
  });
  const { apiUrl } = settings;
  if (apiUrl !== undefined) {
    for (const domain of [client.api, client.messaging]) domain.baseUrl = apiUrl;
  }

  const sender =
    settings.messagingServiceSid === undefined
      ? { from: settings.from }
      : { messagingServiceSid: settings.messagingServiceSid };

  // Test credentials can do nothing but send, so there are no sent messages or replies to read.
  const isTest = settings.messagingServiceSid === undefined && isTwilioTestNumber(settings.from);

  /** The numbers that people reply to. */
  async function listOwnNumbers(): Promise<string[]> {
    if (settings.messagingServiceSid === undefined) return [settings.from];
    const service = client.messaging.v1.services(settings.messagingServiceSid);
    const [numbers, shortCodes] = await Promise.all([
      service.phoneNumbers.list(),
      service.shortCodes.list(),
    ]);
    return [
      ...numbers.map(({ phoneNumber }) => phoneNumber),
      ...shortCodes.map(({ shortCode }) => shortCode),
    ];
  }

  return {
    async send(message, options = {}) {
      const refusal = refuseKind(message.to);
      if (refusal) return refusal;
      const exchange: Exchange = { guard: options.guard };
      try {
        const created = await exchanges.run(exchange, () =>
          client.messages.create({
            ...sender,
            to: message.to,
            body: message.body,
            // Twilio must return the body as sent: unknown outcomes are resolved by comparing it.
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
          : { state: "unknown", detail: "Twilio returned no message ID" };
      } catch (error) {
        if (error instanceof StoppedCallError) throw error.cause;
        if (error instanceof UnsentCallError) {
          return { state: "unsent", hasBegun: error.hasBegun, detail: describeCallError(error) };
        }
        if (exchange.answer) return classifyRefusal(exchange.answer, new Date());
        return { state: "unknown", detail: describeCallError(error) };
      }
    },

    async findByRecipient(to, since) {
      if (isTest) return [];
      // No DateSent filter: queued texts have no such date, and it only knows whole UTC days.
      const listed = await client.messages.list({ to, limit: listLength, pageSize: listLength });
      return listed
        .filter((message) => message.direction !== "inbound")
        .map((message) => ({
          providerMessageId: message.sid,
          body: message.body,
          sentAtMs: timeOf(message),
        }))
        .filter(({ sentAtMs }) => sentAtMs >= since.getTime() - clockMarginMs)
        .toSorted((a, b) => b.sentAtMs - a.sentAtMs);
    },

    async *listSent(since) {
      if (isTest) return;
      // No date filter, as above. The list is sorted by time, but not exactly.
      const sinceMs = since.getTime() - clockMarginMs;
      let page: Awaited<ReturnType<MessagePage["nextPage"]>> = await client.messages.page({
        pageSize: maxPageLength,
      });
      while (page) {
        const recent: MessageInstance[] = page.instances.filter(
          (message) => timeOf(message) >= sinceMs,
        );
        const sent = recent.filter(({ direction }) => !repliesAndInbound.has(direction));
        for (const message of sent) yield toListed(message, message.to);
        page = recent.length > 0 ? await page.nextPage() : undefined;
      }
    },

    async listReplies(since) {
      if (isTest) return [];
      const lists = await Promise.all(
        (await listOwnNumbers()).map((to) =>
          client.messages.list({ to, dateSentAfter: since, pageSize: maxPageLength }),
        ),
      );
      return lists
        .flat()
        .filter(({ direction }) => direction === "inbound")
        .map((message) => toListed(message, message.from))
        .toSorted((a, b) => b.at.getTime() - a.at.getTime());
    },

    countSegments(body) {
      return new SegmentedMessage(body).segmentsCount;
    },

    listUnicodeCharacters(body) {
      const message = new SegmentedMessage(body);
      if (message.encodingName === "GSM-7") return [];
      return [...new Set(message.getNonGsmCharacters())];
    },
  };
}
