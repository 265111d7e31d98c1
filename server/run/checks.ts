import { setTimeout as delay } from "node:timers/promises";
import { OperatorError, Problems, reasonOf } from "@/lib/platform/operator-error";
import { withConnection } from "@/lib/platform/database/with-connection";
import { isPortFree } from "./ports";
import type { Settings } from "./settings";

// Checks before and after the processes start.

const readyTimeoutMs = 60_000;

/**
 * Checks that the ports of the web server and the sandbox are free, and that the operator's own database can
 * be reached.
 *
 * @param timeoutMs how long to wait for the ports: the processes of a killed start need a moment to exit
 * @throws OperatorError that lists everything that isn't
 */
export async function requireSurroundings(settings: Settings, timeoutMs: number): Promise<void> {
  const { env, isLive, variables, databaseUrl, directDatabaseUrl } = settings;
  const problems = new Problems();
  await problems.collectAsync(() => requireFreePort("PORT", env.PORT, env.HOST, timeoutMs));
  if (!isLive) {
    const port = Number(variables["SANDBOX_PORT"]);
    await problems.collectAsync(() =>
      requireFreePort("SANDBOX_PORT", port, "127.0.0.1", timeoutMs),
    );
  }
  if (databaseUrl !== undefined) {
    await problems.collectAsync(() => requireReachable("DATABASE_URL", databaseUrl));
  }
  if (directDatabaseUrl !== undefined && directDatabaseUrl !== databaseUrl) {
    await problems.collectAsync(() => requireReachable("DIRECT_DATABASE_URL", directDatabaseUrl));
  }
  if (!problems.isEmpty) throw problems.toError();
}

async function requireFreePort(
  variable: string,
  port: number,
  host: string | undefined,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isPortFree(port, host))) {
    if (Date.now() >= deadline) {
      throw portInUse(variable, port);
    }
    await delay(250);
  }
}

/** @param variable where the port comes from */
export function portInUse(variable: string, port: number): OperatorError {
  return new OperatorError(
    `Port ${port} is in use by another program. Free it, or set ${variable} to another port.`,
  );
}

/**
 * @param variable where the URL comes from
 * @throws OperatorError, without the password, when the database doesn't respond
 */
export async function requireReachable(variable: string, databaseUrl: string): Promise<void> {
  const options = { connectionString: databaseUrl, connectionTimeoutMillis: 5000 };
  try {
    await withConnection(options, async () => undefined);
  } catch (error) {
    throw new OperatorError(
      `Can't reach the database of ${variable} (${withoutPassword(databaseUrl)}): ${causeOf(error)}.`,
    );
  }
}

function withoutPassword(url: string): string {
  return url.replace(/:[^:@/]*@/, "@").replace(/\?.*$/, "");
}

/** When a host name has several addresses, each failed attempt is an inner error. */
function causeOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return reasonOf(first);
}

/**
 * Waits until a URL responds with success.
 *
 * @throws OperatorError, which names `logFolder`, when it doesn't within a minute
 */
export async function waitUntilResponding(
  url: string,
  logFolder: string,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  while (!(await isResponding(url))) {
    if (Date.now() > deadline) {
      throw new OperatorError(`${url} isn't responding. See the logs in ${logFolder}.`);
    }
    await delay(100, undefined, { signal });
  }
}

async function isResponding(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
