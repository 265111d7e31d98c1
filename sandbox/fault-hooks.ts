import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { MessageFilter } from "./messages/message-filter";
import type { Messages } from "./messages/messages";
import { parseAddresses } from "./postmark/addresses";
import {
  affectsRecipient,
  type Fault,
  type FaultMode,
  type FaultProvider,
  type Faults,
  type ProviderEndpoint,
} from "./state/faults";

/** The body of a provider's error response with this HTTP status. */
export type ProviderFailure = (status: number) => Record<string, unknown>;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set on the providers' own endpoints, which faults can affect. */
    fault?: { provider: FaultProvider; endpoint: ProviderEndpoint; failure: ProviderFailure };
  }
  interface FastifyRequest {
    /** The faults that affect this call; null before they are known. */
    faults: readonly Fault[] | null;
  }
}

/** Applies active faults to the routes that set `config.fault`. */
export function addFaultHooks(app: FastifyInstance, faults: Faults): void {
  const closing = new AbortController();
  app.decorateRequest("faults", null);
  app.addHook("preClose", async () => closing.abort());

  app.addHook("preHandler", async (request, reply) => {
    const target = request.routeOptions.config.fault;
    if (!target) return;
    request.faults = faults.trigger(target.provider, target.endpoint, recipientsOf(request));
    if (findFault(request, "timeout")) {
      // The socket stays open without a response until either side closes it.
      reply.hijack();
      return;
    }
    const late = findFault(request, "late-accept");
    if (late) await wait(late.delayMs, closing.signal);
    const failed = findFault(request, "error", "rate-limit");
    if (failed && !failed.accepts) {
      await wait(failed.delayMs, closing.signal);
      await reply.send(replaceResponse(reply, failed, target.failure));
    }
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const target = request.routeOptions.config.fault;
    if (!target) return payload;
    // The message was accepted; the socket stays open until either side closes it.
    if (findFault(request, "late-accept")) return new Promise<never>(() => undefined);
    const dripped = findFault(request, "drip");
    if (dripped) return drip(String(payload), dripped.delayMs, reply, closing.signal);
    const delayed = findFault(request, "slow", "accept-then-drop", "error", "rate-limit");
    if (!delayed) return payload;
    await wait(delayed.delayMs, closing.signal);
    if (delayed.mode === "accept-then-drop") request.raw.socket.destroy();
    const isFailure = delayed.mode === "error" || delayed.mode === "rate-limit";
    return isFailure ? replaceResponse(reply, delayed, target.failure) : payload;
  });
}

/** The first fault with one of these modes that affects a call. */
export function findFault(request: FastifyRequest, ...modes: FaultMode[]): Fault | undefined {
  return request.faults?.find(({ mode }) => modes.includes(mode));
}

/** The first fault with a mode that affects the messages of a call to one of its recipients. */
export function findFaultFor(
  request: FastifyRequest,
  recipient: string,
  mode: FaultMode,
): Fault | undefined {
  return request.faults?.find((fault) => fault.mode === mode && affectsRecipient(fault, recipient));
}

/** What a search doesn't find because of faults. */
export function hiddenFrom(
  request: FastifyRequest,
  messages: Messages,
): Pick<MessageFilter, "hidden"> {
  const hidden = (request.faults ?? []).flatMap(({ mode, to, stream, ...fault }) => {
    if (mode === "search-partial") return { to, stream, exceptShare: fault.probability };
    if (mode !== "search-lag") return [];
    const shownUpTo = messages.lastIdAt(Date.now() - fault.delayMs);
    return { to, stream, afterId: Math.max(fault.lastMessageId, shownUpTo) };
  });
  return { hidden };
}

const recipientFields = ["To", "to", "recipient", "email", "phoneNumber"] as const;

/** The recipients of a call's messages, or the one that a search is for. */
function recipientsOf({ body, query }: FastifyRequest): string[] {
  const items: unknown[] = Array.isArray(body) ? body : [body, query];
  return items.flatMap((item) => {
    if (typeof item !== "object" || item === null) return [];
    const given = recipientFields.map((field): unknown => Reflect.get(item, field));
    return given
      .filter((value) => typeof value === "string")
      .flatMap((value) => addressesIn(value));
  });
}

function addressesIn(field: string): string[] {
  return parseAddresses(field)?.map(({ Email }) => Email) ?? [field.trim()];
}

function replaceResponse(reply: FastifyReply, fault: Fault, failure: ProviderFailure): string {
  const body = fault.body ?? JSON.stringify(failure(fault.status));
  const guessedType = body.trimStart().startsWith("<") ? "text/html" : "application/json";
  reply.code(fault.status).removeHeader("content-length");
  reply.type(fault.contentType ?? guessedType);
  if (fault.mode === "rate-limit") reply.header("retry-after", fault.retryAfterS);
  return body;
}

function drip(
  payload: string,
  intervalMs: number,
  reply: FastifyReply,
  signal: AbortSignal,
): Readable {
  reply.removeHeader("content-length");
  async function* bytes() {
    for (const byte of Buffer.from(payload)) {
      yield Buffer.of(byte);
      await wait(intervalMs, signal);
    }
  }
  return Readable.from(bytes());
}

async function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  if (delayMs > 0) await delay(delayMs, undefined, { signal, ref: false });
}
