import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy that simulates a network outage. */
export type FlakyProxy = {
  /** The server's URL through the proxy. */
  url: string;
  /** Closes all connections and refuses new ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
};

/** Starts a proxy to the server at a URL. */
export async function startFlakyProxy(serverUrl: string): Promise<FlakyProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const proxy = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const url = new URL(serverUrl);
  url.port = String(typeof address === "object" ? address?.port : "");
  return {
    url: url.href,
    cut,
    restore() {
      isCut = false;
    },
    async close() {
      cut();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
