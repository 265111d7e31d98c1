import { once } from "node:events";
import { createServer, isIPv6 } from "node:net";
import { hasErrorCode, OperatorError } from "./operator-error";

/**
 * True when a server could listen on the port now. Without a `host`, on all addresses.
 *
 * @throws OperatorError when the host isn't this machine
 */
export async function isPortFree(port: number, host?: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ port, ...(host === undefined ? {} : { host }) });
    await once(server, "listening");
    return true;
  } catch (error) {
    if (hasErrorCode(error, "EADDRNOTAVAIL") || hasErrorCode(error, "ENOTFOUND")) {
      throw new OperatorError(`HOST is ${host}, which isn't an address of this machine.`);
    }
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

/** The part of a URL that leads from this machine to a server that listens on `host`. */
export function localHostOf(host: string | undefined): string {
  if (host === undefined || host === "0.0.0.0" || host === "::") return "localhost";
  return isIPv6(host) ? `[${host}]` : host;
}
