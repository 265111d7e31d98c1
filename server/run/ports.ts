import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, isIPv6 } from "node:net";
import { hasErrorCode, OperatorError } from "@/lib/platform/operator-error";

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

// Below the range for outgoing connections (from 32768 on Linux), one of which could take the port before its
// server starts.
const firstPort = 20_000;
const portCount = 12_000;
const maxAttempts = 100;

/**
 * A port on 127.0.0.1 that is free right now.
 *
 * @param taken ports that something else will listen on
 */
export async function findFreePort(taken: readonly number[] = []): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const port = firstPort + randomInt(portCount);
    if (!taken.includes(port) && (await isPortFree(port, "127.0.0.1"))) return port;
  }
  throw new OperatorError("There is no free port on 127.0.0.1.");
}

/** The host part of a URL by which this machine reaches a server that listens on `host`. */
export function localHostOf(host: string | undefined): string {
  if (host === undefined || host === "0.0.0.0" || host === "::") return "localhost";
  return isIPv6(host) ? `[${host}]` : host;
}
