import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { findFaultFor, hiddenFrom } from "../fault-hooks";
import type { StoredMessage } from "../messages/message";
import type { MessageFilter } from "../messages/message-filter";
import { formatUuid, parseMessageId } from "../messages/message-id";
import type { SandboxParts } from "../parts";
import { RequestError } from "../request-error";
import { addPostmarkAccountRoutes } from "./account-routes";
import { reportBounce } from "./event-routes";
import { ProviderRefusal } from "../provider-refusal";
import { postmarkErrorCodes, postmarkFailure, postmarkRefusal } from "./failure";
import { toOutboundMessage, toOutboundMessageDetails } from "./outbound-message";
import { refuse, validateMessage, type ValidationResult } from "./validate";

type Query = Record<string, string | undefined>;

const maxBatchMessages = 500;
const maxPageLength = 500;
const maxSearchDepth = 10_000;
/** Postmark's test token: messages are validated but not stored. */
const testToken = "POSTMARK_API_TEST";

const entriesSchema = z.object({
  Suppressions: z.array(z.object({ EmailAddress: z.string() })).max(50),
});

/** The part of Postmark's API that the service uses, at the root like on api.postmarkapp.com. */
export function addPostmarkRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const target = { provider: "postmark", failure: postmarkFailure } as const;
  const send = { config: { fault: { ...target, endpoint: "send" } } } as const;
  const search = { config: { fault: { ...target, endpoint: "search" } } } as const;

  app.addHook("onRequest", async (request) =>
    requireToken(request, parts.credentials.postmark.serverToken),
  );
  app.setErrorHandler(async (error, _request, reply) => {
    const { statusCode, body } = toRefusal(error);
    return reply.code(statusCode).send(body);
  });

  addPostmarkAccountRoutes(app, parts);

  app.post("/email", send, async (request, reply) => {
    const [result] = acceptAll([request.body], parts, request);
    return reply.code(result?.ErrorCode === 0 ? 200 : 422).send(result);
  });

  app.post("/email/batch", send, async (request) => {
    const { body } = request;
    if (!Array.isArray(body)) {
      throw postmarkRefusal(
        422,
        postmarkErrorCodes.invalidJson,
        "The body must be a JSON array of messages.",
      );
    }
    if (body.length > maxBatchMessages) {
      throw postmarkRefusal(
        422,
        postmarkErrorCodes.tooManyBatchMessages,
        `Too many batch messages: ${body.length}; the limit is ${maxBatchMessages}.`,
      );
    }
    return acceptAll(body, parts, request);
  });

  app.get<{ Querystring: Query }>("/messages/outbound", search, async (request) =>
    searchOutbound(request.query, hiddenFrom(request, parts.messages), parts),
  );

  app.get<{ Params: { id: string } }>("/messages/outbound/:id/details", search, async (request) =>
    toOutboundMessageDetails(getMessage(parts, request.params.id)),
  );

  app.get<{ Params: { id: string } }>("/messages/outbound/:id/dump", search, async (request) => ({
    Body: toOutboundMessageDetails(getMessage(parts, request.params.id)).Body,
  }));

  app.get<{ Params: { stream: string } }>(
    "/message-streams/:stream/suppressions/dump",
    search,
    async (request) => ({
      Suppressions: parts.suppressions.list("postmark", request.params.stream).map((entry) => ({
        EmailAddress: entry.address,
        SuppressionReason: entry.reason,
        Origin: entry.reason === "ManualSuppression" ? "Customer" : "Recipient",
        CreatedAt: new Date(entry.createdAt).toISOString(),
      })),
    }),
  );

  app.post<{ Params: { stream: string } }>(
    "/message-streams/:stream/suppressions",
    send,
    async (request) => ({
      Suppressions: readEntries(request.body).map((address) => {
        parts.suppressions.add({
          provider: "postmark",
          stream: request.params.stream,
          address,
          reason: "ManualSuppression",
          createdAt: parts.clock.nowMs(),
        });
        return { EmailAddress: address, Status: "Suppressed", Message: null };
      }),
    }),
  );

  app.post<{ Params: { stream: string } }>(
    "/message-streams/:stream/suppressions/delete",
    send,
    async (request) => ({
      Suppressions: readEntries(request.body).map((address) =>
        reactivate(parts, request.params.stream, address),
      ),
    }),
  );
}

function requireToken(request: FastifyRequest, serverToken: string): void {
  const given = Buffer.from(String(request.headers["x-postmark-server-token"] ?? ""));
  const isRight = [serverToken, testToken].some((token) => {
    const expected = Buffer.from(token);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!isRight) throw new ProviderRefusal(401, postmarkFailure(401));
}

function isTest(request: FastifyRequest): boolean {
  return request.headers["x-postmark-server-token"] === testToken;
}

function acceptAll(inputs: unknown[], parts: SandboxParts, request: FastifyRequest) {
  const isDryRun = isTest(request);
  const results = inputs.map((input) => {
    const result = validateMessage(input, parts.suppressions);
    const refusal = result.accepted && findFaultFor(request, result.message.to, "refuse-all");
    return refusal ? refuse(refusal.code, "Every message is rejected.") : result;
  });
  const messages = results.flatMap((result) => (result.accepted ? [result.message] : []));
  const acceptedAtMs = parts.clock.nowMs();
  const ids = isDryRun
    ? messages.map(() => "0".repeat(32))
    : parts.messages.accept(messages, acceptedAtMs);
  for (const [index, id] of isDryRun ? [] : ids.entries()) {
    const undelivered = findFaultFor(request, messages[index]?.to ?? "", "undeliver");
    if (undelivered) parts.webhooks.add(() => reportBounce(parts, id, undelivered.bounce));
  }
  const submittedAt = new Date(acceptedAtMs).toISOString();
  let next = 0;
  return results.map((result: ValidationResult) => {
    if (!result.accepted) return result.failure;
    const id = ids[next] ?? "";
    next += 1;
    return {
      To: result.toField,
      SubmittedAt: submittedAt,
      MessageID: formatUuid(id),
      ErrorCode: 0,
      Message: isDryRun ? "Test job accepted" : "OK",
    };
  });
}

function searchOutbound(given: Query, hidden: MessageFilter, { messages }: SandboxParts) {
  const count = readWhole(given["count"], "count", maxPageLength);
  const offset = readWhole(given["offset"], "offset", maxSearchDepth);
  if (count + offset > maxSearchDepth) {
    throw postmarkRefusal(
      422,
      postmarkErrorCodes.invalidQuery,
      `Count and offset together may not exceed ${maxSearchDepth}.`,
    );
  }
  const metadata = Object.entries(given).flatMap(([name, value]) =>
    name.startsWith("metadata_") && value !== undefined
      ? [[name.slice("metadata_".length), value] as const]
      : [],
  );
  const filter = {
    provider: "postmark" as const,
    to: given["recipient"] || undefined,
    sender: given["fromemail"] ?? given["fromEmail"],
    tag: given["tag"] || undefined,
    subject: given["subject"] || undefined,
    stream: given["messagestream"] ?? given["messageStream"],
    sinceMs: readDate(given["fromdate"] ?? given["fromDate"]),
    untilMs: readDate(given["todate"] ?? given["toDate"]),
    metadata: Object.fromEntries(metadata),
    ...hidden,
  };
  // The sandbox sends immediately, so nothing is ever queued.
  const isQueuedOnly = given["status"] === "queued";
  return {
    TotalCount: isQueuedOnly ? 0 : messages.count(filter),
    Messages: isQueuedOnly ? [] : messages.latest(filter, count, offset).map(toOutboundMessage),
  };
}

function readWhole(given: string | undefined, name: string, max: number): number {
  const value = Number(given);
  if (given && Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw postmarkRefusal(
    422,
    postmarkErrorCodes.invalidQuery,
    `Parameter '${name}' must be a whole number between 0 and ${max}.`,
  );
}

function readDate(given: string | undefined): number | undefined {
  if (!given) return undefined;
  const ms = Date.parse(given);
  if (!Number.isNaN(ms)) return ms;
  throw postmarkRefusal(422, postmarkErrorCodes.invalidQuery, `'${given}' isn't a date.`);
}

function getMessage({ messages }: SandboxParts, id: string): StoredMessage {
  const message = messages.findByProviderMessageId(parseMessageId(id));
  if (message?.provider === "postmark") return message;
  throw postmarkRefusal(422, postmarkErrorCodes.messageNotFound, "This message was not found.");
}

function readEntries(body: unknown): string[] {
  const parsed = entriesSchema.safeParse(body);
  if (parsed.success) return parsed.data.Suppressions.map(({ EmailAddress }) => EmailAddress);
  throw postmarkRefusal(
    422,
    postmarkErrorCodes.invalidJson,
    "The body must contain up to 50 Suppressions, each with an EmailAddress.",
  );
}

function reactivate({ suppressions }: SandboxParts, stream: string, address: string) {
  if (suppressions.find("postmark", stream, address)?.reason === "SpamComplaint") {
    return {
      EmailAddress: address,
      Status: "Failed",
      Message: "You do not have the required authority to change this suppression.",
    };
  }
  suppressions.remove("postmark", stream, address);
  return { EmailAddress: address, Status: "Deleted", Message: null };
}

function toRefusal(error: unknown): ProviderRefusal {
  if (error instanceof ProviderRefusal) return error;
  if (error instanceof RequestError) {
    return postmarkRefusal(422, postmarkErrorCodes.invalidJson, error.message);
  }
  const isTooLarge =
    error instanceof Error && "code" in error && error.code === "FST_ERR_CTP_BODY_TOO_LARGE";
  if (isTooLarge) return postmarkRefusal(413, 0, "The request is larger than 50 MB.");
  return new ProviderRefusal(500, postmarkFailure(500));
}
