import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

const timeoutMs = 10_000;

/** Free space, in bytes, for this user on the disk of a folder. */
export async function readFreeDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** When the newest file in a folder was written; null when it has none. */
export async function readNewestFile(folder: string): Promise<Date | null> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => stat(join(folder, name))));
  const times = files.filter((file) => file.isFile()).map((file) => file.mtime);
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
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
