import { once } from "node:events";
import { createServer } from "node:net";
import { OperatorError } from "./operator-error";

/** True when a server could listen on the port now. Without a `host`, on all addresses. */
export async function isPortFree(port: number, host?: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ port, ...(host === undefined ? {} : { host }) });
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** A port on 127.0.0.1 that is free right now. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") {
    throw new OperatorError("There is no free port on 127.0.0.1.");
  }
  return address.port;
}
