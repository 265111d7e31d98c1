import { once } from "node:events";
import { statfs } from "node:fs/promises";
import { connect } from "node:tls";

const timeoutMs = 10_000;

/** Free space, in bytes, for this user on the disk of a folder. */
export async function readFreeDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The HTTP status of a call with an empty body. Follows no redirects. */
export async function requestStatus(
  method: "GET" | "POST",
  url: string,
  contentType?: string,
): Promise<number> {
  const response = await call(method, url, contentType);
  await response.body?.cancel();
  return response.status;
}

/** The time on a server by its `Date` header, whatever the status. */
export async function readHttpClock(url: string): Promise<Date> {
  const { headers } = await call("HEAD", url);
  const time = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(time)) throw new Error(`${url} sent no date`);
  return new Date(time);
}

/**
 * When a site's certificate expires, even if browsers reject it.
 *
 * @throws when nothing answers with a certificate in time
 */
export async function readCertificateExpiry(url: string, waitMs = timeoutMs): Promise<Date> {
  const { hostname: host, port } = new URL(url);
  // Nothing is sent.
  const options = { host, port: Number(port || 443), servername: host, rejectUnauthorized: false };
  const socket = connect(options);
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(waitMs) });
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}

function call(method: string, url: string, contentType?: string): Promise<Response> {
  const headers = contentType === undefined ? {} : { "content-type": contentType };
  const signal = AbortSignal.timeout(timeoutMs);
  return fetch(url, { method, headers, redirect: "manual", signal });
}
