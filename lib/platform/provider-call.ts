import { Socket } from "node:net";
import { Readable } from "node:stream";
import { Agent, buildConnector, request } from "undici";
import { currentTraceparent, inSpan } from "./observability/trace";

/** Stops a call that must no longer be made. Both functions throw to stop it. */
export type CallGuard = {
  /** Runs once the connection is open, before the first byte. */
  confirm(): Promise<void>;
  /** Runs right before the first byte and, if the body is long, again before its last bytes. */
  check(): void;
};

/** Thrown when the guard stops a call before its first byte. The cause is what the guard threw. */
export class StoppedCallError extends Error {
  override name = "StoppedCallError";
}

/** Thrown when a call failed before its last bytes left, so that nobody can have read it. */
export class UnsentCallError extends Error {
  override name = "UnsentCallError";
  /** Whether its first bytes had left. */
  readonly hasBegun: boolean;

  constructor(hasBegun: boolean, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.hasBegun = hasBegun;
  }
}

export type ProviderCall = {
  method: string;
  headers: Headers;
  body: Buffer | null;
  /** Ends the whole call, including the response body. */
  signal: AbortSignal | null;
  guard?: CallGuard | undefined;
};

export type ProviderAnswer = { status: number; headers: Headers; text: string };

/** For TCP and for TLS each. */
const connectTimeoutMs = 5_000;
const keepAliveDelayMs = 60_000;

/** Until these are sent, no provider can have read the request. Few enough for a socket's buffer. */
const lastBytes = 16_384;

/**
 * A connection that ends with a reset. After a normal close, the operating system would keep delivering what
 * it has buffered, minutes after we gave up on the call.
 */
class ResettingSocket extends Socket {
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.connecting) this.resetAndDestroy();
    super._destroy(error, callback);
  }
}

const startTls = buildConnector({ allowH2: false, timeout: connectTimeoutMs });

function connect(options: buildConnector.Options, callback: buildConnector.Callback): void {
  const isSecure = options.protocol === "https:";
  // With half-open allowed, only undici ends connections, and always by destroying them.
  const socket = new ResettingSocket({ allowHalfOpen: true });
  const fail = (error: Error) => callback(error, null);
  const giveUp = () => socket.destroy(new Error("the connection timed out"));
  socket.setTimeout(connectTimeoutMs, giveUp);
  socket.once("error", fail);
  socket.once("connect", () => {
    socket.setTimeout(0, giveUp);
    socket.off("error", fail);
    if (!isSecure) {
      callback(null, socket);
      return;
    }
    // TLS reports its errors itself.
    socket.on("error", () => undefined);
    startTls({ ...options, httpSocket: socket }, callback);
  });
  socket.setNoDelay(true).setKeepAlive(true, keepAliveDelayMs);
  socket.connect(Number(options.port || (isSecure ? 443 : 80)), options.hostname);
}

// HTTP/2 resends a request automatically after GOAWAY, bypassing the guard.
const agent = new Agent({ allowH2: false, connect });

/**
 * The body in pieces, each checked at the moment undici writes it. Otherwise, calls that are confirmed
 * together would all be checked before the first one leaves, and a process suspended in between would make
 * the remaining calls when it resumes.
 */
function guardedBody(body: Buffer, guard: CallGuard) {
  const end = body.length - lastBytes;
  const first = body.subarray(0, end > 0 ? end : undefined);
  let sentBytes = 0;
  const sendNext = async (stream: Readable) => {
    const isFirst = sentBytes === 0;
    await (isFirst ? guard.confirm() : Promise.resolve());
    if (stream.destroyed) return;
    guard.check();
    const piece = isFirst ? first : body.subarray(sentBytes);
    sentBytes += piece.length;
    stream.push(piece);
    if (sentBytes === body.length) stream.push(null);
  };
  const stream = new Readable({
    // The next piece is read, and so checked, once the previous one has left.
    highWaterMark: 0,
    read() {
      sendNext(this).catch((cause: unknown) => {
        const error =
          sentBytes === 0
            ? new StoppedCallError("the call was stopped", { cause })
            : new Error("the call was stopped midway", { cause });
        this.destroy(error);
      });
    },
  });
  return { stream, sentBytes: () => sentBytes };
}

/**
 * Calls a provider's HTTP API, over HTTP/1.1. Nothing is retried or redirected. An aborted call's
 * connection is reset.
 *
 * @throws StoppedCallError when the guard stopped the call before its first byte; UnsentCallError when a
 *   guarded call failed before its last bytes; anything else when there is no complete response
 */
export async function callProvider(url: string | URL, call: ProviderCall): Promise<ProviderAnswer> {
  const { host } = new URL(url);
  const { method } = call;
  // The path and the query contain people's numbers.
  const attributes = { "server.address": host, "http.request.method": method };
  return inSpan({ name: `${method} ${host}`, kind: "client", attributes }, async (span) => {
    const answer = await makeCall(url, call);
    span.set({ "http.response.status_code": answer.status });
    return answer;
  });
}

async function makeCall(
  url: string | URL,
  { method, headers, body, signal, guard }: ProviderCall,
): Promise<ProviderAnswer> {
  const traceparent = currentTraceparent();
  if (traceparent) headers.set("traceparent", traceparent);
  if (body) headers.set("content-length", String(body.byteLength));
  const guarded = body && guard ? guardedBody(body, guard) : null;
  const answer = await request(url, {
    dispatcher: agent,
    method,
    headers,
    body: guarded?.stream ?? body,
    signal,
  }).catch((error: unknown) => {
    const isUnsent = guarded !== null && guarded.sentBytes() < (body?.length ?? 0);
    if (!isUnsent || error instanceof StoppedCallError) throw error;
    throw new UnsentCallError(guarded.sentBytes() > 0, error);
  });
  const received = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) received.set(name, String(value));
  }
  return { status: answer.statusCode, headers: received, text: await answer.body.text() };
}
