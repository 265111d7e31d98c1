import { createServer, type IncomingMessage, type Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import { clientOf } from "@/lib/platform/client-network";

/** What clients can occupy. */
export type ConnectionLimits = {
  /** Until the headers of a request are complete. */
  headersMs: number;
  /** Until the body is complete too. */
  requestMs: number;
  /** Without a byte in either direction during a response. */
  silenceMs: number;
  /** Open connections. Each costs a file descriptor and some memory. */
  connections: number;
  /** How often to look for headers and bodies that take too long. */
  checkMs: number;
};

/** A large upload over a slow line. */
const forwardedRequestMs = 15 * 60_000;

/**
 * The limits of the web server.
 *
 * @param isForwarded behind a proxy, which buffers slow requests except the team's uploads
 */
export function connectionLimitsOf(isForwarded: boolean): ConnectionLimits {
  return { ...connectionLimits, ...(isForwarded && { requestMs: forwardedRequestMs }) };
}

const connectionLimits: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  silenceMs: 120_000,
  connections: 4_000,
  checkMs: 5_000,
};

// Longer than the proxy in front keeps idle connections open. If this side closed one first, the proxy
// could send a request on it at the same moment and fail.
const keepAliveMs = 75_000;

/**
 * A stopping server closes idle connections once nothing has happened for this long: a proxy may be sending
 * its next request on one.
 */
const quietMs = 1_000;
const quietCheckMs = 50;

/** A stopping server listens until nobody has connected for this long. */
const calmMs = 300;

/** How long it waits for that. */
const acceptMs = 2_000;

/** How long it then waits for a turn of the event loop in which nobody connects. */
const lastTurnsMs = 1_000;

/** In a turn of the event loop this short, hardly anyone connects. */
const shortTurnMs = 0.5;

/**
 * Set by a proxy that sends a GET or HEAD to another process if the connection breaks, as in `deploy/proxy`.
 * After two failures, nginx avoids this process for a while.
 */
const repeatsHeader = "x-proxy-repeats";

/**
 * Creates an HTTP server that slow clients and floods of connections can't block. A request that takes too
 * long gets 408. Once there are too many connections, each new one replaces the oldest of the client with the
 * most, unless that connection is waiting for a response.
 *
 * @param mayUpgrade which requests may upgrade to another protocol; all others are handled as usual (RFC
 *   9110, section 7.8)
 */
export function createHttpServer(
  limits: ConnectionLimits,
  mayUpgrade: (request: IncomingMessage) => boolean = () => false,
): Server {
  const server = createServer({
    keepAliveTimeout: keepAliveMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    // Next listens for upgrades too, and leaves unknown ones open.
    shouldUpgradeCallback: mayUpgrade,
  });
  server.timeout = limits.silenceMs;
  limitConnections(server, limits.connections);
  return server;
}

/** What happens on the connections of a server. */
type Activity = {
  /** Connections with no request in progress. */
  unused(): Socket[];
  /** When a request last arrived or a response last ended, by `performance.now()`. */
  lastAt: number;
};

const activities = new WeakMap<Server, Activity>();

/**
 * Stops accepting connections, and returns when all requests have been answered, or after a while. First it
 * gets a proxy that repeats requests to stop connecting: when a server stops listening, the system resets
 * connections that haven't been accepted yet, and no proxy may repeat a POST that was sent on one. Requests
 * on existing connections are answered, and the proxy is told not to reuse these connections. Idle ones are
 * closed after a second without requests.
 */
export async function drain(server: Server, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  const timeout = delay(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([sendClientsElsewhere(server), timeout]);
  // Only stops listening. `close` of HTTP servers also closes connections between two requests.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const activity = activities.get(server);
  const closeUnused = () => {
    if (!activity || performance.now() - activity.lastAt < quietMs) return;
    for (const socket of activity.unused()) socket.destroy();
  };
  // Right after reading what has arrived.
  const closing = setInterval(() => setImmediate(closeUnused), quietCheckMs);
  await Promise.race([closed, timeout]);
  timer.abort();
  clearInterval(closing);
}

/** Returns once nobody connects anymore, or after a while. */
async function sendClientsElsewhere(server: Server): Promise<void> {
  const startedAt = performance.now();
  let connectedAt = startedAt;
  const connectedLate = new WeakSet<Socket>();
  server.on("connection", (socket) => {
    connectedAt = performance.now();
    connectedLate.add(socket);
  });
  const handlers = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (connectedLate.has(request.socket) && isRepeatedElsewhere(request)) {
      request.socket.destroy();
      return;
    }
    response.setHeader("Connection", "close");
    for (const handler of handlers) handler.call(server, request, response);
  });
  for (let now = startedAt; now - startedAt < acceptMs && now - connectedAt < calmMs;) {
    await delay(quietCheckMs);
    now = performance.now();
  }
  // Each turn accepts one of the waiting connections, if any.
  for (let now = performance.now(), end = now + lastTurnsMs; now < end;) {
    const turnAt = now;
    await turn();
    now = performance.now();
    if (connectedAt < turnAt && now - turnAt < shortTurnMs) return;
  }
}

function isRepeatedElsewhere({ method, headers }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && headers[repeatsHeader] !== undefined;
}

function limitConnections(server: Server, limit: number): void {
  /** The connections of each client, oldest first. */
  const clients = new Map<string, Set<Socket>>();
  /** The request that each connection is sending or waiting for. */
  const requests = new WeakMap<Socket, IncomingMessage>();
  let count = 0;

  const isWaiting = (socket: Socket) => requests.get(socket)?.complete === true;
  const replaceable = (): Socket | undefined => {
    let largest = new Set<Socket>();
    for (const each of clients.values()) if (each.size > largest.size) largest = each;
    for (const socket of largest) if (!socket.destroyed && !isWaiting(socket)) return socket;
    return undefined;
  };

  const activity: Activity = {
    unused: () =>
      [...clients.values()].flatMap((each) => [...each]).filter((socket) => !requests.has(socket)),
    lastAt: performance.now(),
  };
  activities.set(server, activity);
  server.prependListener("connection", (socket) => {
    const client = clientOf(socket.remoteAddress ?? "");
    const own = clients.get(client) ?? new Set();
    if (count >= limit) (replaceable() ?? socket).destroy();
    clients.set(client, own.add(socket));
    count += 1;
    socket.once("close", () => {
      count -= 1;
      own.delete(socket);
      if (own.size === 0 && clients.get(client) === own) clients.delete(client);
    });
  });
  server.prependListener("request", (request, response) => {
    requests.set(request.socket, request);
    activity.lastAt = performance.now();
    response.once("close", () => {
      requests.delete(request.socket);
      activity.lastAt = performance.now();
    });
  });
}
