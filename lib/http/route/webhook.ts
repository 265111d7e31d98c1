import { createHash } from "node:crypto";
import { z } from "zod";
import { bodyLimitsBytes, limits } from "@/lib/contracts/limits";
import { deliveryMessages } from "@/lib/messages/deliveries";
import type { ProviderEvent } from "@/lib/domain/ports/provider-event";
import type { Context } from "@/lib/domain/context";
import {
  applyOnce,
  type EventHandler,
  type WebhookSource,
} from "@/lib/domain/webhooks/provider-events";
import { recordUnverifiedCall } from "@/lib/domain/webhooks/unverified-calls";
import { AppError } from "@/lib/platform/app-error";
import type { Env } from "@/lib/platform/env";
import { clientAddressOf } from "./client-address";
import { getEnv } from "./context";
import { readBody, readForm } from "./read-body";
import {
  commonErrors,
  tooLarge,
  tooMany,
  tooManyFields,
  withReference,
  type ResponseReferences,
} from "./reference";
import { answer } from "./route";

/** A webhook call, unmodified, so that its signature can be verified. */
export type WebhookRequest = {
  headers: Headers;
  /** Not decoded. */
  pathAndQuery: string;
  body: string;
};

const formType = "application/x-www-form-urlencoded";

type WebhookContentType = "application/json" | typeof formType;

export type WebhookDefinition<Event, Result> = {
  source: WebhookSource;
  /** For the API reference. */
  summary: string;
  /** Where the sender describes its events. */
  documentation: string;
  /** The address's query, for the API reference; `read` reads it. */
  query?: z.ZodType;
  /** The body of the 200 response, if any. */
  responses?: ResponseReferences;
  contentType: WebhookContentType;
  /** Verifies the sender. Called in every environment, with input that anyone can send. */
  verify(request: WebhookRequest, env: Env): boolean;
  /** Translates the call into an event. Throws if it can't be read. */
  read(request: WebhookRequest): ProviderEvent<Event>;
  /** Applies the event, in the transaction that stores it. */
  handler: EventHandler<Event, Result>;
  /** Called with an event that can't be read, or can't be applied now. */
  onProblem?(ctx: Context, event: ProviderEvent<Event>, problem: unknown): Promise<void>;
  /** Creates the response; `result` is null for a duplicate or an unused kind. */
  respond?(result: Result | null): Response;
};

/** Far deeper than any real event. PostgreSQL's jsonb type and the stack have limits too. */
const maxDepth = 64;

/** Far longer than any real id. An index row has a limit. */
const maxIdLength = 500;

/** Removes what PostgreSQL can't store from values and names: U+0000 and lone surrogates. */
function storable<Value>(value: Value, depth?: number): Value;
function storable(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) throw new TypeError("The event is nested too deeply.");
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (Array.isArray(value)) return value.map((part: unknown) => storable(part, depth + 1));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [storable(name), storable(part, depth + 1)]),
  );
}

/** An authentic but unreadable call is stored for the operator. */
function unreadable<Event>(body: string, error: unknown): ProviderEvent<Event> {
  const digest = createHash("sha256").update(body).digest("hex");
  return {
    eventId: `unreadable:${digest}`,
    kind: "unreadable",
    payload: { text: storable(body.slice(0, 10_000)) },
    occurredAt: null,
    event: null,
    problem: String(error),
  };
}

function readEvent<Event, Result>(
  definition: WebhookDefinition<Event, Result>,
  request: WebhookRequest,
): ProviderEvent<Event> {
  try {
    const received = storable(definition.read(request));
    if (received.eventId.length > maxIdLength) throw new TypeError("The event's id is too long.");
    return received;
  } catch (error) {
    return unreadable(request.body, error);
  }
}

async function readRequest(
  request: Request,
  contentType: WebhookContentType,
): Promise<WebhookRequest> {
  requireContentType(request.headers, contentType);
  // A form is parsed before its sender is known, because its fields are signed.
  const body =
    contentType === formType
      ? await readForm(request, bodyLimitsBytes.webhookForm)
      : new TextDecoder().decode(await readBody(request, bodyLimitsBytes.webhook));
  const { pathname, search } = new URL(request.url);
  return { headers: request.headers, pathAndQuery: `${pathname}${search}`, body };
}

function requireContentType(headers: Headers, expected: string): void {
  const [given] = (headers.get("content-type") ?? "").split(";");
  if (given?.trim().toLowerCase() === expected) return;
  throw new AppError(415, deliveryMessages.webhooks.wrongContentType(expected));
}

/**
 * Makes the route handler of a webhook. Answers 415 for the wrong body type, 413 for a body that's too large,
 * 401 (429 after too many) if the sender can't be verified, and 200 for an event that was applied or
 * appended, is a duplicate, isn't used, or can't be read (stored and logged). If applying fails, nothing is
 * stored and the response is 5xx, so that the sender retries.
 */
export function webhook<Event, Result>(
  definition: WebhookDefinition<Event, Result>,
): (request: Request) => Promise<Response> {
  const handler = (request: Request) =>
    answer(request, async (ctx) => {
      const call = await readRequest(request, definition.contentType);
      if (!definition.verify(call, getEnv())) {
        throw await recordUnverifiedCall(ctx, definition.source, clientAddressOf(request.headers));
      }
      const received = readEvent(definition, call);
      const { source } = definition;
      const { eventId, kind, problem } = received;
      if (problem) {
        ctx.log.warn({ source, eventId, kind, problem }, "webhook event unreadable");
        await definition.onProblem?.(ctx, received, problem);
      }
      const applied = await applyOnce(ctx, source, received, definition.handler).catch(
        async (error: unknown) => {
          // The database may be the cause.
          await definition.onProblem?.(ctx, received, error).catch(() => undefined);
          throw error;
        },
      );
      ctx.log.debug({ source, eventId, kind, state: applied.state }, "webhook event");
      const result = applied.state === "applied" ? applied.result : null;
      // No body: the sender ignores it, and sending one takes as long as a database query.
      return definition.respond?.(result) ?? new Response(null);
    });
  const { source, summary, documentation, contentType, query, responses } = definition;
  const description = "Applied, stored for later, seen before, not used, or not readable";
  return withReference(handler, {
    summary,
    access: { name: `signed by ${source}`, security: [{ [source]: [] }] },
    query,
    body: {
      schema: z.unknown().describe(`An event as its sender describes it: ${documentation}`),
      contentType,
    },
    responses: responses ?? { 200: { description } },
    errorsOf: () => [
      [401, "The signature or password isn't valid"],
      tooMany(limits.webhookFailuresPerAddress, "from one client address failed"),
      ...(contentType === formType
        ? [tooLarge(bodyLimitsBytes.webhookForm), tooManyFields]
        : [tooLarge(bodyLimitsBytes.webhook)]),
      [415, `The body isn't sent as ${contentType}`],
      ...commonErrors,
    ],
  });
}
