import { statfs } from "node:fs/promises";

const timeoutMs = 10_000;

/** Free space, in bytes, for this user on the disk of a folder. */
export async function readFreeDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The HTTP status of a call without a body, which follows no redirect. */
export async function requestStatus(method: "GET" | "POST", url: string): Promise<number> {
  const response = await call(method, url);
  await response.body?.cancel();
  return response.status;
}

/** The time on a server by its `Date` header, whatever it responds. */
export async function readHttpClock(url: string): Promise<Date> {
  const { headers } = await call("HEAD", url);
  const time = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(time)) throw new Error(`${url} sent no date`);
  return new Date(time);
}

function call(method: string, url: string): Promise<Response> {
  return fetch(url, { method, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
}
