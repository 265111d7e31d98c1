import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { MessageFilter } from "./messages/message-filter";
import type { Fault, FaultProvider, Faults, ProviderEndpoint } from "./state/faults";

/** The body of a provider's error response with this HTTP status. */
export type ProviderFailure = (status: number) => Record<string, unknown>;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set on the providers' own endpoints, the ones that faults can affect. */
    fault?: { provider: FaultProvider; endpoint: ProviderEndpoint; failure: ProviderFailure };
  }
  interface FastifyRequest {
    fault: Fault | null;
  }
}

/** Applies active faults to the routes that set `config.fault`. */
export function addFaultHooks(app: FastifyInstance, faults: Faults): void {
  const closing = new AbortController();
  app.decorateRequest("fault", null);
  app.addHook("preClose", async () => closing.abort());

  app.addHook("preHandler", async (request, reply) => {
    const target = request.routeOptions.config.fault;
    const fault = target ? faults.trigger(target.provider, target.endpoint) : null;
    if (!target || !fault) return;
    if (fault.mode === "timeout") {
      // The socket stays open without a response until either side closes it.
      reply.hijack();
      return;
    }
    if (fault.mode === "accept-late") {
      request.raw.socket.destroy();
      await wait(fault.delayMs, closing.signal);
      return;
    }
    if (failsWithoutAccepting(fault)) {
      await wait(fault.delayMs, closing.signal);
      await reply.send(replaceResponse(reply, fault, target.failure));
      return;
    }
    request.fault = fault;
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const { fault } = request;
    const target = request.routeOptions.config.fault;
    if (!fault || !target) return payload;
    if (fault.mode === "drip") return drip(String(payload), fault.delayMs, reply, closing.signal);
    await wait(fault.delayMs, closing.signal);
    if (fault.mode === "accept-then-drop" || fault.mode === "alter") request.raw.socket.destroy();
    if (isFailure(fault)) return replaceResponse(reply, fault, target.failure);
    return payload;
  });
}

/** What a search finds while a fault affects it. */
export function visibleUnder(fault: Fault | null): Pick<MessageFilter, "upToId" | "everySecond"> {
  return {
    upToId: fault?.mode === "stale" ? fault.lastMessageId : undefined,
    everySecond: fault?.mode === "partial" ? 0 : undefined,
  };
}

function isFailure(fault: Fault): boolean {
  return fault.mode === "error" || fault.mode === "rate-limit";
}

function failsWithoutAccepting(fault: Fault): boolean {
  return isFailure(fault) && !fault.accepts;
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
