import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** What a network between a process and a server does with its traffic. */
type Condition = "healthy" | "silent" | "cut" | "slow";

/** A network between one process and one server. */
export type TcpProxy = {
  port: number;
  /** The ports from which the server gets the process's connections. */
  clientPorts(): number[];
  /**
   * `silent`: connections stay open, but nothing arrives any longer, even later. `cut`: they end, and
   * new ones are refused. `slow`: everything arrives late.
   *
   * @param forMs after which the network is healthy again; by default, it stays as it is
   */
  set(condition: Condition, forMs?: number): void;
  close(): void;
};

const slowMs = 250;

/** Starts a network to a port of this machine. */
export async function startTcpProxy(targetPort: () => number): Promise<TcpProxy> {
  let condition: Condition = "healthy";
  const sockets = new Set<Socket>();
  const farEnds = new Set<Socket>();
  /** Loses what comes during `silent`, so that a connection from then never works again. */
  const line = () => {
    let isLost = false;
    return new Transform({
      transform(chunk, _encoding, done) {
        isLost ||= condition === "silent";
        if (isLost) done();
        else if (condition === "slow") setTimeout(done, slowMs, null, chunk);
        else done(null, chunk);
      },
    });
  };
  const endAll = () => sockets.forEach((socket) => socket.destroy());
  const server = createServer((near) => {
    if (condition === "cut") {
      near.destroy();
      return;
    }
    const far = connect(targetPort(), "127.0.0.1");
    farEnds.add(far);
    far.on("close", () => farEnds.delete(far));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        // A silent network doesn't pass on the end of a connection either.
        if (condition !== "silent") to.destroy();
      });
      from.pipe(line()).pipe(to);
    }
  });
  let recovery: NodeJS.Timeout | undefined;
  const set = (next: Condition, forMs?: number) => {
    clearTimeout(recovery);
    if (next === "cut" || (condition === "silent" && next !== "silent")) endAll();
    condition = next;
    if (forMs !== undefined) recovery = setTimeout(set, forMs, "healthy");
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    clientPorts: () => [...farEnds].flatMap(({ localPort }) => localPort ?? []),
    set,
    close() {
      clearTimeout(recovery);
      server.close();
      endAll();
    },
  };
}
