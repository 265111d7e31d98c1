import { setTimeout as delay } from "node:timers/promises";
import type { ServerProcess } from "./launch";

// The whole service has 10 seconds to stop, and the database stops last.
const shutdownSteps = [
  // A fast shutdown: ends all connections and writes a checkpoint.
  { signal: "SIGINT", waitMs: 2000 },
  // An immediate one: recovers from its log at the next start.
  { signal: "SIGQUIT", waitMs: 500 },
  { signal: "SIGKILL", waitMs: 500 },
] as const;

/** Stops the server, harder at each step, and returns once it has exited. */
export async function stopServer(server: ServerProcess): Promise<void> {
  const isGone = server.exited.then(() => true);
  for (const { signal, waitMs } of shutdownSteps) {
    try {
      process.kill(server.pid, signal);
    } catch {
      return;
    }
    const timeout = new AbortController();
    const isDone = await Promise.race([isGone, delay(waitMs, false, { signal: timeout.signal })]);
    timeout.abort();
    if (isDone) return;
  }
}
