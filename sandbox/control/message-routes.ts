import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { StoredMessage } from "../messages/message";
import type { MessageFilter } from "../messages/message-filter";
import type { SandboxParts } from "../parts";
import { formatMessageId } from "../messages/message-id";
import { parseInput, RequestError } from "../request-error";
import { messageCountQuerySchema, messageListQuerySchema } from "./query";

/** A message in the responses of the control endpoints. */
export type MessageView = {
  id: string;
  channel: StoredMessage["channel"];
  provider: StoredMessage["provider"];
  from: string;
  to: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  headers: Record<string, string>;
  metadata: Record<string, string>;
  acceptedAt: string;
  tag: string | null;
  stream: string | null;
  messageId: string;
};

/** `GET /sandbox/messages`, `…/{id}`, `…/count`, and `DELETE /sandbox/messages`. */
export function addMessageRoutes(app: FastifyInstance, { messages }: SandboxParts): void {
  app.get("/sandbox/messages", async (request, reply) => {
    const { limit, after, before, since, contains, ...query } = parseInput(
      messageListQuerySchema,
      request.query,
    );
    const range = { sinceMs: since, afterId: after, beforeId: before };
    const filter = { ...query, ...range, toContains: contains };
    reply.type("application/json; charset=utf-8");
    // `before` alone requests the page that ends there, not the first page.
    if (limit !== undefined && before !== undefined && after === undefined) {
      return JSON.stringify(messages.latest(filter, limit).toReversed().map(toView));
    }
    return reply.send(Readable.from(writeList(messages.stream(filter, limit))));
  });

  app.get("/sandbox/messages/count", async (request) => {
    const { since, by: _by, ...query } = parseInput(messageCountQuerySchema, request.query);
    const filter: MessageFilter = { ...query, sinceMs: since };
    return messages.countByRecipient(filter);
  });

  app.get<{ Params: { id: string } }>("/sandbox/messages/:id", async (request) => {
    const message = messages.find(Number(request.params.id));
    if (!message) throw new RequestError(404, "No message has this id.");
    return toView(message);
  });

  app.delete("/sandbox/messages", async () => ({ deleted: messages.clear() }));
}

function toView(message: StoredMessage): MessageView {
  return {
    id: String(message.id),
    channel: message.channel,
    provider: message.provider,
    from: message.from,
    to: message.to,
    subject: message.subject,
    text: message.text,
    html: message.html,
    headers: message.headers,
    metadata: message.metadata,
    acceptedAt: new Date(message.acceptedAtMs).toISOString(),
    tag: message.tag,
    stream: message.stream,
    messageId: formatMessageId(message),
  };
}

function* writeList(messages: Iterable<StoredMessage>): Generator<string> {
  let separator = "[";
  for (const message of messages) {
    yield separator + JSON.stringify(toView(message));
    separator = ",\n";
  }
  yield separator === "[" ? "[]" : "]";
}
