import { setTimeout as delay } from "node:timers/promises";
import { describeCallError } from "../outbound-call";
import type { Logger } from "../logger";

/** The longest an editor waits for a proxy that doesn't answer, in milliseconds. */
const timeoutMs = 1_000;

/** Milliseconds before each new try; the last one repeats until a purge works. */
const retryDelaysMs = [1_000, 2_000, 5_000, 10_000, 30_000];

/** Addresses being retried. One purge covers every change before it. */
const retrying = new Set<string>();

/** Addresses where another purge failed during the current try. */
const failedSince = new Set<string>();

/**
 * Tells each caching proxy that public pages have changed, with POST and an empty body, after the
 * change is committed. Resolves when every proxy has answered, or failed once: it is then tried again
 * until it answers, and until then pages there are at most a minute old.
 *
 * @param urls such as `http://127.0.0.1:8090/purge`
 */
export async function purgeProxies(
  urls: readonly string[],
  log: Pick<Logger, "warn" | "info">,
  delaysMs: readonly number[] = retryDelaysMs,
): Promise<void> {
  await Promise.all(
    urls.map(async (url) => {
      const problem = await purge(url);
      if (problem === null) return;
      failedSince.add(url);
      if (retrying.has(url)) return;
      log.warn({ proxy: url, problem }, "proxy purge failed");
      void purgeLater(url, log, delaysMs);
    }),
  );
}

async function purgeLater(
  url: string,
  log: Pick<Logger, "info">,
  delaysMs: readonly number[],
): Promise<void> {
  retrying.add(url);
  try {
    for (let tries = 0; ; tries += 1) {
      await delay(delaysMs[Math.min(tries, delaysMs.length - 1)], undefined, { ref: false });
      failedSince.delete(url);
      if ((await purge(url)) !== null || failedSince.has(url)) continue;
      log.info({ proxy: url, tries: tries + 2 }, "proxy purged");
      return;
    }
  } finally {
    retrying.delete(url);
  }
}

/** What went wrong, or null. */
async function purge(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return answer.ok ? null : `status ${answer.status}`;
  } catch (error) {
    return describeCallError(error);
  }
}
