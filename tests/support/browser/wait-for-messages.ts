import { readFileSync } from "node:fs";
import { expect, type APIRequestContext } from "playwright/test";

/** Webhooks, workers, and providers are slow on a busy machine (milliseconds). */
const timeoutMs = 60_000;

const logLinesShown = 40;

/** What the service under test knows about its deliveries, to explain a failure. */
async function describeDelivery(request: APIRequestContext): Promise<string> {
  const read = async (url: string) =>
    request.get(url).then(
      (response) => response.text(),
      (error: unknown) => String(error),
    );
  const log = `${process.env["E2E_DATA_DIR"] ?? ""}/logs/threeline-worker-1.log`;
  return [
    `The sandbox's clock: ${await read(`${process.env["E2E_SANDBOX_URL"] ?? ""}/sandbox/clock`)}`,
    `/api/health/delivery: ${await read("/api/health/delivery")}`,
    `The end of ${log}:`,
    ...readFileSync(log, "utf8").trimEnd().split("\n").slice(-logLinesShown),
  ].join("\n");
}

/** Waits until someone has got this many messages. A failure tells what the worker did. */
export async function waitForMessages(
  request: APIRequestContext,
  list: () => Promise<readonly unknown[]>,
  count: number,
): Promise<void> {
  try {
    await expect.poll(async () => (await list()).length, { timeout: timeoutMs }).toBe(count);
  } catch (error) {
    throw new Error(`${String(error)}\n\n${await describeDelivery(request)}`, { cause: error });
  }
}
