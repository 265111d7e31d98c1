import { createServer, type IncomingMessage, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { isIPv6, type Socket } from "node:net";
import { withoutMapping } from "./client-address";

/** What clients can occupy. */
export type ConnectionLimits = {
  /** Until the headers of a request are complete. */
  headersMs: number;
  /** Until the body is complete too. */
  requestMs: number;
  /** Without a byte in either direction while a response is being sent. */
  silenceMs: number;
  /** Open connections. Each costs a file descriptor and some memory. */
  connections: number;
  /** How often headers and bodies that take too long are looked for. */
  checkMs: number;
};

/** The limits of the web server. */
export const connectionLimits: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  silenceMs: 120_000,
  connections: 4_000,
  checkMs: 5_000,
};

// Longer than the proxy in front keeps idle connections open. If this side closed one first, the proxy
// could send a request on it at the same moment and fail.
const keepAliveMs = 75_000;

/** How often connections that have become idle are closed while the server stops. */
const idleCheckMs = 50;

/** After how many of these checks a connection without a request is closed. */
const unusedChecks = 20;

/**
 * Creates an HTTP server on which slow clients and floods of connections leave room for others. A
 * request that takes too long gets 408. Once there are too many connections, each new one replaces
 * the oldest from the network that has most, if that one isn't waiting for a response.
 */
export function createHttpServer(limits: ConnectionLimits): Server {
  const server = createServer({
    keepAliveTimeout: keepAliveMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
  });
  server.timeout = limits.silenceMs;
  limitConnections(server, limits.connections);
  return server;
}

/** For each server, the connections on which nothing is being answered. */
const unusedConnections = new WeakMap<Server, () => Socket[]>();

/**
 * Stops accepting connections, and returns when all requests have been answered, or after a while.
 * Connections are closed as soon as they're idle, and clients are told not to use them again.
 */
export async function drain(server: Server, timeoutMs: number): Promise<void> {
  server.prependListener("request", (_request, response) => {
    response.setHeader("Connection", "close");
  });
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Browsers open connections ahead of time. One that has sent nothing by then is closed, too.
  let checks = 0;
  const closing = setInterval(() => {
    checks += 1;
    server.closeIdleConnections();
    if (checks < unusedChecks) return;
    for (const socket of unusedConnections.get(server)?.() ?? []) socket.destroy();
  }, idleCheckMs);
  const timer = new AbortController();
  const timeout = delay(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([closed, timeout]);
  timer.abort();
  clearInterval(closing);
}

function limitConnections(server: Server, limit: number): void {
  /** The connections of each network, oldest first. */
  const networks = new Map<string, Set<Socket>>();
  /** The request that each connection is sending or waiting for. */
  const requests = new WeakMap<Socket, IncomingMessage>();
  let count = 0;

  const isWaiting = (socket: Socket) => requests.get(socket)?.complete === true;
  const replaceable = (): Socket | undefined => {
    let largest = new Set<Socket>();
    for (const each of networks.values()) if (each.size > largest.size) largest = each;
    for (const socket of largest) if (!socket.destroyed && !isWaiting(socket)) return socket;
    return undefined;
  };

  unusedConnections.set(server, () =>
    [...networks.values()].flatMap((each) => [...each]).filter((socket) => !requests.has(socket)),
  );
  server.prependListener("connection", (socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const own = networks.get(network) ?? new Set();
    if (count >= limit) (replaceable() ?? socket).destroy();
    networks.set(network, own.add(socket));
    count += 1;
    socket.once("close", () => {
      count -= 1;
      own.delete(socket);
      if (own.size === 0 && networks.get(network) === own) networks.delete(network);
    });
  });
  server.prependListener("request", (request, response) => {
    requests.set(request.socket, request);
    response.once("close", () => requests.delete(request.socket));
  });
}

/** An IPv4 address, or the first 64 bits of an IPv6 address: one client has all the rest. */
function networkOf(address: string): string {
  const plain = withoutMapping(address);
  if (!isIPv6(plain)) return plain;
  const [start = [], end = []] = plain.split("::").map((part) => part.split(":"));
  const zeros = plain.includes("::") ? Math.max(8 - start.length - end.length, 0) : 0;
  return [...start, ...Array<string>(zeros).fill("0"), ...end].slice(0, 4).join(":");
}
