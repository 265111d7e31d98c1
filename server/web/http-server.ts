import { createServer, type IncomingMessage, type Server } from "node:http";
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
