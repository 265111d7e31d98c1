// Whether the container's process works: exit code 0 if it does. `node health.mjs web` and `sandbox` ask
// these processes; `node health.mjs worker NAME` looks at when the worker last recorded a heartbeat.
import { statSync } from "node:fs";
import { join } from "node:path";

/** As in lib/domain/delivery/monitoring/health.ts. */
const heartbeatFreshMs = 15_000;
const answerMs = 4_000;

const { DATA_DIR: dataDir = ".data", PORT = "3000", SANDBOX_PORT = "4010" } = process.env;
const [kind, name] = process.argv.slice(2);

const addresses = {
  web: `http://127.0.0.1:${PORT}/api/health`,
  sandbox: `http://127.0.0.1:${SANDBOX_PORT}/sandbox/clock`,
};

async function isServing() {
  const response = await fetch(addresses[kind], { signal: AbortSignal.timeout(answerMs) });
  return response.ok;
}

/** A worker rewrites this file with each heartbeat. */
function hasHeartbeat() {
  const mark = join(dataDir, "marks", `threeline-worker-${name}.json`);
  return Date.now() - statSync(mark).mtimeMs < heartbeatFreshMs;
}

const isHealthy = kind === "worker" ? hasHeartbeat() : await isServing();
process.exit(isHealthy ? 0 : 1);
