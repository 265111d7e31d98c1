import type {
  FoundMail,
  MailMessage,
  MailProvider,
  MailStream,
  SuppressedAddress,
} from "@/lib/domain/ports/mail";
import { callProvider, StoppedCallError, type CallGuard } from "@/lib/platform/provider-call";
import { Models, ServerClient, type Message } from "postmark";
import { z } from "zod";
import { holdTexts, type HeldTexts } from "./shared-text";
import {
  classifyError,
  joinOutcomes,
  readBatchAnswer,
  toBatchOutcome,
  type BatchOutcome,
  type Exchange,
  type Posted,
} from "./outcome";

export type PostmarkSettings = {
  serverToken: string;
  /** Base URL of the sandbox; undefined means Postmark itself. */
  apiUrl: string | undefined;
  /** The sender, as `Name <address>`. */
  from: string;
  /** Where replies go. */
  replyTo: string;
  /** For a whole call, in milliseconds; 10,000 by default. */
  timeoutMs?: number;
};

type SendOptions = Parameters<MailProvider["sendBatch"]>[1];

const defaultTimeoutMs = 10_000;
const searchCount = 500;
/** Postmark accepts 50 MB per call; slightly less, in case it counts differently. */
const maxBodyBytes = 50_000_000;

/** Postmark accepts and drops what is sent there (https://postmarkapp.com/support/article/801-how-to-test-sending). */
const blackHole = "test@blackhole.postmarkapp.com";

const streamIds: Record<MailStream, string> = { transactional: "outbound", broadcast: "broadcast" };

function toPostmarkMessage(
  message: MailMessage,
  { from, replyTo }: Pick<PostmarkSettings, "from" | "replyTo">,
  options: SendOptions,
  held: HeldTexts,
): Message {
  const { html, text, isTracked = false } = message;
  return {
    From: from,
    ReplyTo: replyTo,
    To: message.to,
    Subject: message.subject,
    HtmlBody: typeof html === "string" ? html : held.hold(html),
    TextBody: typeof text === "string" ? text : held.hold(text),
    MessageStream: streamIds[options.stream],
    Tag: message.tag ?? options.tag,
    TrackOpens: isTracked,
    TrackLinks: Models.LinkTrackingOptions[isTracked ? "HtmlOnly" : "None"],
    ...(message.headers && {
      Headers: Object.entries(message.headers).map(([Name, Value]) => ({ Name, Value })),
    }),
    ...(message.metadata && { Metadata: message.metadata }),
  };
}

/**
 * Postmark as the email provider (https://postmarkapp.com/developer/api/email-api).
 *
 * A call that's refused because of one bad email is sent again in halves, until the bad email is alone. If
 * emails may have been accepted, the outcome is `unknown`: Postmark has no idempotency keys, so only its
 * search can tell.
 */
export function createPostmarkClient(settings: PostmarkSettings): MailProvider {
  const host = settings.apiUrl === undefined ? undefined : new URL(settings.apiUrl);
  const connection = {
    timeout: (settings.timeoutMs ?? defaultTimeoutMs) / 1_000,
    ...(host && { useHttps: host.protocol === "https:", requestHost: host.host }),
  };

  /**
   * One client per request, because the SDK has no hook per request (it costs two microseconds).
   */
  function clientFor(
    exchange: Exchange,
    held: HeldTexts,
    guard: CallGuard | undefined,
  ): ServerClient {
    return new ServerClient(settings.serverToken, {
      ...connection,
      async fetch(input, init = {}) {
        const body = typeof init.body === "string" ? held.putInto(init.body) : null;
        if (body && body.byteLength > maxBodyBytes) {
          exchange.isOversized = true;
          throw new Error("the call is over 50 MB");
        }
        try {
          const { status, headers, text } = await callProvider(
            input instanceof Request ? input.url : input,
            {
              method: init.method ?? "GET",
              headers: new Headers(init.headers),
              body,
              signal: init.signal ?? null,
              guard,
            },
          );
          exchange.retryAfter = headers.get("retry-after");
          return new Response(text, { status });
        } catch (error) {
          exchange.networkError = error;
          throw error;
        }
      },
    });
  }

  async function post(
    messages: readonly MailMessage[],
    options: SendOptions,
    isFirst: boolean,
  ): Promise<Posted> {
    const exchange: Exchange = { isOversized: false, retryAfter: null };
    const held = holdTexts();
    try {
      const answer: unknown = await clientFor(exchange, held, options.guard).sendEmailBatch(
        messages.map((message) => toPostmarkMessage(message, settings, options, held)),
      );
      const results = readBatchAnswer(answer, messages);
      if (results) held.release();
      return results
        ? toBatchOutcome(results)
        : { state: "unknown", detail: "Postmark returned 200 with an unreadable body" };
    } catch (error) {
      const { networkError } = exchange;
      if (!(networkError instanceof StoppedCallError)) return classifyError(error, exchange);
      if (isFirst) throw networkError.cause;
      return { state: "unknown", detail: "stopped between two halves of a batch" };
    }
  }

  async function deliver(
    messages: readonly MailMessage[],
    options: SendOptions,
    isFirst: boolean,
  ): Promise<BatchOutcome> {
    const posted = await post(messages, options, isFirst);
    if (posted.state !== "too-much") return posted;
    if (messages.length === 1) {
      const { errorCode, message } = posted;
      return toBatchOutcome([
        { errorCode: errorCode || 422, message, messageId: "", to: undefined },
      ]);
    }
    const middle = Math.ceil(messages.length / 2);
    const first = await deliver(messages.slice(0, middle), options, false);
    if (first.state !== "answered") return first;
    return joinOutcomes(first, await deliver(messages.slice(middle), options, false));
  }

  const reader = () => clientFor({ isOversized: false, retryAfter: null }, holdTexts(), undefined);

  async function search(tag: string, messageStream: string): Promise<FoundMail[]> {
    const client = reader();
    const found: SearchedMail[] = [];
    for (;;) {
      const answer = await client.getOutboundMessages({
        tag,
        messageStream,
        count: searchCount,
        offset: found.length,
      });
      const page = readSearchAnswer(answer, found.length);
      found.push(...page);
      if (page.length < searchCount) break;
    }
    return found.filter((message) => (message.Tag ?? tag) === tag).map(toFound);
  }

  return {
    async sendBatch(messages, options) {
      if (messages.length === 0) return { state: "answered", results: [] };
      return deliver(messages, options, true);
    },
    async sendProbe(tag, stream) {
      const text = "This message shows whether a search is up to date.";
      const probe = { to: blackHole, subject: "Search check", html: text, text };
      const outcome = await deliver([probe], { stream, tag }, true);
      return outcome.state === "answered" && outcome.results[0]?.state === "accepted";
    },
    async findByTag(tag) {
      // Without a stream, Postmark may search only the transactional one, so name both.
      const found = await Promise.all(
        Object.values(streamIds).map((streamId) => search(tag, streamId)),
      );
      return [...new Map(found.flat().map((mail) => [mail.providerMessageId, mail])).values()];
    },
    async listNewest() {
      const answer = await reader().getOutboundMessages({
        messageStream: streamIds.broadcast,
        count: searchCount,
        offset: 0,
      });
      return readSearchAnswer(answer, 0).map(toFound);
    },
    async listSuppressed() {
      const dumps = await Promise.all(
        Object.values(streamIds).map((streamId) => reader().getSuppressions(streamId)),
      );
      return dumps.flatMap((dump) =>
        suppressionsSchema.parse(dump).Suppressions.map(({ EmailAddress, SuppressionReason }) => ({
          address: EmailAddress,
          reason: suppressionReasons.get(SuppressionReason) ?? "manual",
        })),
      );
    },
    async allowAddress(address) {
      const wanted = { Suppressions: [{ EmailAddress: address }] };
      const streams = Object.values(streamIds);
      const answers = await Promise.all(
        streams.map((streamId) => reader().deleteSuppressions(streamId, wanted)),
      );
      return answers.every((each) => each.Suppressions.every(({ Status }) => Status === "Deleted"));
    },
  };
}

const searchSchema = z.object({
  TotalCount: z.coerce.number(),
  Messages: z.array(
    z.object({
      MessageID: z.string().min(1),
      Tag: z.string().nullish(),
      Metadata: z.record(z.string(), z.string()).nullish(),
      Recipients: z.array(z.string()),
    }),
  ),
});

type SearchedMail = z.output<typeof searchSchema>["Messages"][number];

const suppressionsSchema = z.object({
  Suppressions: z.array(z.object({ EmailAddress: z.string(), SuppressionReason: z.string() })),
});

const suppressionReasons: ReadonlyMap<string, SuppressedAddress["reason"]> = new Map([
  ["HardBounce", "hard_bounce"],
  ["SpamComplaint", "spam_complaint"],
]);

function toFound(message: SearchedMail): FoundMail {
  return {
    providerMessageId: message.MessageID,
    metadata: message.Metadata ?? {},
    recipients: message.Recipients,
  };
}

/** Throws on anything but a complete page: missing emails would be sent again. */
function readSearchAnswer(answer: unknown, offset: number): SearchedMail[] {
  const { TotalCount, Messages } = searchSchema.parse(answer);
  if (Messages.length < Math.min(TotalCount - offset, searchCount)) {
    throw new Error("Postmark's search returned only part of its results");
  }
  return Messages;
}
