import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** A proxy that chooses a web process for each request as nginx in deploy/proxy does, without its cache. */
export type Balancer = {
  url: string;
  /** How many responses came from the process on a port. */
  servedBy(port: number): number;
  close(): void;
};

const config = ["configure.sh", "nginx.conf", "forward.conf"]
  .map((file) => readFileSync(`deploy/proxy/${file}`, "utf8"))
  .join("\n");

function setting(pattern: RegExp): number {
  const value = pattern.exec(config)?.[1];
  if (value === undefined) throw new Error(`deploy/proxy has nothing like ${pattern}.`);
  return Number(value);
}

const maxFails = setting(/server \$address max_fails=([1-9]\d*)/);
const failTimeoutMs = setting(/fail_timeout=(\d+)s/) * 1_000;
const maxTries = setting(/^ *proxy_next_upstream_tries (\d+);/m);
const keptConnections = setting(/^ {2}echo " {2}keepalive (\d+);"/m);
const hasBackups = /server \$address max_fails=0 backup;/.test(config);

const repeated = /^proxy_set_header X-Proxy-Repeats (\w+);/m.exec(config)?.[1];

/** What nginx never sends to another process, unless it couldn't even connect to the first. */
const notRepeated = new Set(["POST", "LOCK", "PATCH"]);

/** The header of a 502 that names the port of the process that broke off. */
export const brokenByHeader = "x-broken-by";

class Upstream {
  readonly port: number;
  readonly agent = new Agent({ keepAlive: true, maxFreeSockets: keptConnections });
  active = 0;
  served = 0;
  #fails = 0;
  #failedAt = -Infinity;

  constructor(port: number) {
    this.port = port;
  }

  get isOut(): boolean {
    return this.#fails >= maxFails && performance.now() - this.#failedAt <= failTimeoutMs;
  }

  hasFailed(): void {
    this.#fails += 1;
    this.#failedAt = performance.now();
  }

  hasServed(): void {
    this.served += 1;
    if (performance.now() - this.#failedAt > failTimeoutMs) this.#fails = 0;
  }
}

/** How sending a request to one process ended. */
type Result = "passed on" | "not connected" | "broken off";

function send(
  upstream: Upstream,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<Result> {
  const { method, url, headers, socket } = incoming;
  const forwarded = {
    ...headers,
    "x-forwarded-for": socket.remoteAddress,
    "x-forwarded-host": headers.host,
    "x-forwarded-proto": "http",
    "x-proxy-repeats": repeated,
  };
  const { connection: _, "transfer-encoding": __, ...sent } = forwarded;
  return new Promise((resolve) => {
    const { port, agent } = upstream;
    const target = { host: "127.0.0.1", port, agent, method, path: url };
    const outward = request({ ...target, headers: { ...sent, "content-length": body.length } });
    outward.once("response", (response) => {
      upstream.hasServed();
      const { connection: ___, "keep-alive": ____, ...rest } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, rest);
      response.pipe(outgoing);
      // The client sees a response that ends too early.
      response.once("error", () => outgoing.destroy());
      response.once("close", () => resolve("passed on"));
    });
    outward.once("error", (error) => {
      const isConnecting = "syscall" in error && error.syscall === "connect";
      resolve(isConnecting ? "not connected" : "broken off");
    });
    outward.end(body);
  });
}

/** Starts the proxy in front of the web processes on these ports. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const upstreams = ports.map((port) => new Upstream(port));
  /** The one with the fewest requests, and of several the one that has served less. */
  const leastBusy = (among: readonly Upstream[]) =>
    among.toSorted((one, other) => one.active - other.active || one.served - other.served)[0];

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const waiting = new Set(upstreams);
    const backups = new Set(hasBackups ? upstreams : []);
    for (let tries = 0; tries < maxTries; tries += 1) {
      const primary = leastBusy([...waiting].filter(({ isOut }) => !isOut));
      const upstream = primary ?? leastBusy([...backups]);
      if (!upstream) break;
      (primary ? waiting : backups).delete(upstream);
      upstream.active += 1;
      const result = await send(upstream, incoming, body, outgoing);
      upstream.active -= 1;
      if (result === "passed on" || outgoing.headersSent) return;
      upstream.hasFailed();
      if (result === "broken off" && notRepeated.has(incoming.method ?? "")) {
        outgoing.writeHead(502, { [brokenByHeader]: upstream.port }).end();
        return;
      }
    }
    outgoing.writeHead(502).end();
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://localhost:${typeof address === "object" ? address?.port : ""}`,
    servedBy: (port) => upstreams.find((each) => each.port === port)?.served ?? 0,
    close() {
      server.close();
      server.closeAllConnections();
      for (const { agent } of upstreams) agent.destroy();
    },
  };
}
