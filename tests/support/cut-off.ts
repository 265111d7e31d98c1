import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to a server that can be cut off and restored, as a network is. */
export type CutOff = {
  /** The server's address by this way. */
  url: string;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
};

/** Opens such a way to the server of an address. */
export async function openCutOff(serverUrl: string): Promise<CutOff> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const door = createServer((near) => {
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
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const address = door.address();
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
      door.close();
      await once(door, "close");
    },
  };
}
