import type { FastifyInstance, FastifyRequest } from "fastify";
import { findFault, findFaultFor, hiddenFrom } from "../fault-hooks";
import type { NewMessage, StoredMessage } from "../messages/message";
import type { MessageFilter } from "../messages/message-filter";
import { parseMessageId } from "../messages/message-id";
import type { SandboxParts } from "../parts";
import { answerRefusals } from "../provider-refusal";
import { isTestAccount, requireCredentials, twilioFailure, twilioRefusal } from "./failure";
import { finalStatus, redact, toInboundResource, toMessageResource } from "./message-resource";
import type { StatusCallbacks } from "./status-callbacks";
import { readMessageForm } from "./validate";

type Query = Record<string, string | undefined>;
type Account = { Params: { sid: string }; Querystring: Query };

const defaultPageSize = 50;
const maxPageSize = 1_000;
const dayMs = 86_400_000;
/** What Twilio puts before the texts of a trial account. */
const trialPrefix = "Sent from your Twilio trial account - ";

/** The part of Twilio's API that the service uses: sending, finding, and listing texts. */
export function addTwilioRoutes(
  app: FastifyInstance,
  parts: SandboxParts,
  callbacks: StatusCallbacks,
): void {
  const target = { provider: "twilio", failure: twilioFailure } as const;
  const send = { config: { fault: { ...target, endpoint: "send" } } } as const;
  const search = { config: { fault: { ...target, endpoint: "search" } } } as const;
  const base = "/2010-04-01/Accounts/:sid/Messages";

  app.addHook<Account>("onRequest", async (request) => requireAccount(request, parts));
  answerRefusals(app, twilioFailure);

  app.post<Account>(`${base}.json`, send, async (request, reply) => {
    const accountSid = request.params.sid;
    const refusal = findFault(request, "refuse-all");
    if (refusal) throw twilioRefusal(400, refusal.code, "Every message is rejected.");
    const given = readMessageForm(request.body, accountSid, parts);
    const undelivered = findFault(request, "undeliver");
    const altered = { text: `${trialPrefix}${given.text}` };
    const message: NewMessage = {
      ...given,
      ...(findFault(request, "alter-body") && altered),
      details: undelivered
        ? { ...given.details, undeliveredCode: undelivered.code }
        : given.details,
    };
    const acceptedAtMs = parts.clock.nowMs();
    const [providerMessageId] = parts.messages.accept([message], acceptedAtMs);
    const stored = { ...message, id: 0, providerMessageId: providerMessageId ?? "", acceptedAtMs };
    if (!isTestAccount(parts)) callbacks.start(stored);
    const status = message.details["messagingServiceSid"] ? "accepted" : "queued";
    return reply.code(201).send(toMessageResource(stored, accountSid, status));
  });

  app.get<Account>(`${base}.json`, search, async (request) =>
    listMessages(request, hiddenFrom(request, parts.messages), parts),
  );

  app.get<{ Params: { sid: string; message: string }; Querystring: Query }>(
    `${base}/:message.json`,
    search,
    async (request) => {
      const message = parts.messages.findByProviderMessageId(
        parseMessageId(request.params.message),
      );
      if (message?.provider !== "twilio") {
        throw twilioRefusal(
          404,
          20_404,
          `The requested resource ${request.url.split("?", 1)[0]} was not found`,
        );
      }
      return show(request, message);
    },
  );
}

function requireAccount(request: FastifyRequest<Account>, parts: SandboxParts): void {
  requireCredentials(request, parts);
  if (request.params.sid !== parts.credentials.twilio.accountSid) {
    throw twilioRefusal(401, 20_003, "Authenticate");
  }
}

/** A text in search results. */
function show(request: FastifyRequest<Account>, message: StoredMessage) {
  const text = toMessageResource(message, request.params.sid, finalStatus(message));
  return findFaultFor(request, message.to, "redact") ? redact(text) : text;
}

function listMessages(
  request: FastifyRequest<Account>,
  hidden: MessageFilter,
  parts: SandboxParts,
) {
  const { query } = request;
  const accountSid = request.params.sid;
  const { messages, credentials, received } = parts;
  const pageSize = readPageSize(query["PageSize"]);
  if (query["To"] === credentials.twilio.from) {
    const { sinceMs = 0, untilMs = Infinity } = readDates(query);
    const inbound = received
      .list("inbound")
      .map((call) => toInboundResource(call, accountSid, credentials.twilio))
      .filter(({ date_sent: at }) => Date.parse(at) >= sinceMs && Date.parse(at) < untilMs)
      .toReversed();
    const uri = pageUri(accountSid, query);
    return { ...onePage(uri, inbound.length), messages: inbound };
  }
  const page = Number(query["Page"] ?? 0) || 0;
  const cursor = /^P[AB]SM(\d+)$/.exec(query["PageToken"] ?? "")?.[1];
  const filter: MessageFilter = {
    provider: "twilio",
    to: query["To"],
    // The index on recipients starts with it.
    channel: query["To"] === undefined ? undefined : "sms",
    sender: query["From"],
    ...readDates(query),
    beforeId: cursor === undefined ? undefined : Number(cursor),
    ...hidden,
  };
  const found = messages.latest(filter, pageSize + 1);
  const shown = found.slice(0, pageSize);
  const last = found.length > pageSize ? shown.at(-1) : undefined;
  const uri = (values: Query) => pageUri(accountSid, { ...query, ...values });
  return {
    end: page * pageSize + shown.length - 1,
    first_page_uri: uri({ PageSize: String(pageSize), Page: "0", PageToken: undefined }),
    next_page_uri: last
      ? uri({
          PageSize: String(pageSize),
          Page: String(page + 1),
          PageToken: `PASM${last.id}`,
        })
      : null,
    page,
    page_size: pageSize,
    previous_page_uri: null,
    messages: shown.map((message) => show(request, message)),
    start: page * pageSize,
    uri: uri({ PageSize: String(pageSize), Page: String(page) }),
  };
}

function onePage(uri: string, length: number) {
  return {
    end: Math.max(0, length - 1),
    first_page_uri: uri,
    next_page_uri: null,
    page: 0,
    page_size: Math.max(1, length),
    previous_page_uri: null,
    start: 0,
    uri,
  };
}

function pageUri(accountSid: string, values: Query): string {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `/2010-04-01/Accounts/${accountSid}/Messages.json?${new URLSearchParams(given)}`;
}

function readPageSize(given: string | undefined): number {
  const size = given === undefined ? defaultPageSize : Number(given);
  if (Number.isInteger(size) && size >= 1) return Math.min(size, maxPageSize);
  throw twilioRefusal(400, 20_006, `The PageSize ${given} is not valid.`);
}

/** `DateSent` covers the whole day; `DateSent>` and `DateSent<` include the given time. */
function readDates(query: Query): Pick<MessageFilter, "sinceMs" | "untilMs"> {
  const on = readDate(query["DateSent"]);
  if (on !== undefined) {
    const day = Math.floor(on / dayMs) * dayMs;
    return { sinceMs: day, untilMs: day + dayMs };
  }
  const until = readDate(query["DateSent<"]);
  return {
    sinceMs: readDate(query["DateSent>"]),
    untilMs: until === undefined ? undefined : until + 1,
  };
}

function readDate(given: string | undefined): number | undefined {
  if (!given) return undefined;
  const ms = Date.parse(given);
  if (!Number.isNaN(ms)) return ms;
  throw twilioRefusal(400, 20_001, `'${given}' is not a valid date.`);
}
