// Exits with 0 if the container's process works. `node health.mjs web` and `sandbox` ask the process; `node
// health.mjs worker NAME` checks when the worker last recorded a heartbeat.
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
