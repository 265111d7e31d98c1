import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Failpoint, ProviderFault, ProcessFault } from "./cells";
import { doneFile } from "./failpoints";
import type { Lane } from "./lane";
import type { ServiceProcess } from "./service-process";

/** Longer than it takes until a worker counts as dead. */
const zombieMs = 28_000;

const downMs = 10_000;
const lockMs = 5_000;
const partitionMs = 4_000;
const slowMs = 6_000;

/** How long a search misses messages. */
const partialSearchMs = 30_000;

/** The sandbox's faults. Calls time out after 10 s, so `late-accept` accepts a second after that. */
const sandboxFaults: Record<ProviderFault, object> = {
  error: { mode: "error", count: 3 },
  timeout: { mode: "timeout", count: 1 },
  "accept-then-drop": { mode: "accept-then-drop", count: 2 },
  "rate-limit": { mode: "rate-limit", count: 3 },
  slow: { mode: "slow", count: 3, delayMs: 3_000 },
  drip: { mode: "drip", count: 2, delayMs: 100 },
  "late-accept": { mode: "late-accept", count: 2, delayMs: 11_000 },
  "alter-body": { mode: "alter-body", count: 50 },
  "refuse-all": { mode: "refuse-all", count: 50 },
  unauthorized: { mode: "error", status: 401, count: 1 },
  "search-lag": { mode: "search-lag", delayMs: 12_000 },
  "search-partial": { mode: "search-partial" },
};

/** Faults that have to be there from the start. */
const preparedFaults: readonly ProviderFault[] = ["search-lag", "alter-body"];

async function addFault(lane: Lane, failpoint: Failpoint, fault: object): Promise<void> {
  const provider = failpoint.channel === "email" ? "postmark" : "twilio";
  await lane.control("POST", "/sandbox/faults", { provider, ...fault });
}

/** Makes the conditions under which a failpoint can be reached at all, or its fault be made. */
export async function prepareFault(lane: Lane, failpoint: Failpoint): Promise<void> {
  if (failpoint.fault === "restore") await lane.database.backUp();
  if (failpoint.phase === "asking the provider") {
    // Twice, because an alert or a probe may be sent before the briefing.
    await addFault(lane, failpoint, { mode: "accept-then-drop", count: 2 });
    // It concerns messages accepted from now on.
    if (failpoint.fault === "search-lag") {
      await addFault(lane, failpoint, sandboxFaults["search-lag"]);
    }
  }
  // A text that was accepted with other words than ours has to be found all the same.
  if (failpoint.fault === "alter-body") {
    await addFault(lane, failpoint, sandboxFaults["alter-body"]);
    await addFault(lane, failpoint, { mode: "accept-then-drop", count: 3 });
  }
}

async function makeProviderFault(lane: Lane, failpoint: Failpoint): Promise<void> {
  if (failpoint.by !== "provider" || preparedFaults.includes(failpoint.fault)) return;
  const isSearch = failpoint.phase === "asking the provider";
  const endpoint = isSearch ? "search" : "send";
  await addFault(lane, failpoint, { ...sandboxFaults[failpoint.fault], endpoint });
  if (failpoint.fault !== "search-partial") return;
  delay(partialSearchMs)
    .then(() => lane.control("DELETE", "/sandbox/faults"))
    .catch(() => undefined);
}

/** The part of a process's fault that comes from outside. Resolves when the fault is made or over. */
const outsideFaults: Partial<
  Record<ProcessFault, (lane: Lane, worker: ServiceProcess, pid: number) => Promise<void> | void>
> = {
  async zombie(_lane, _worker, pid) {
    await delay(zombieMs);
    process.kill(pid, "SIGCONT");
  },
  async "no worker at 8:00"({ workers }) {
    for (const worker of workers) worker.pause(true);
    await delay(downMs);
    for (const worker of workers) worker.pause(false);
  },
  deploy({ workers }) {
    for (const worker of workers) worker.signal("SIGTERM");
  },
  async "backends terminated"({ database }, { network }) {
    await database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = ANY($1)",
      [network.clientPorts()],
    );
  },
  "database restart": ({ database }) => database.restart("fast"),
  "database kill -9": ({ database }) => database.restart("kill -9"),
  "half-open": (_lane, { network }) => network.set("silent"),
  partition: (_lane, { network }) => network.set("cut", partitionMs),
  "slow network": (_lane, { network }) => network.set("slow", slowMs),
  "ledger locked": ({ database }) =>
    database.lock("deliveries, delivery_batches, send_attempts", "EXCLUSIVE", lockMs),
  restore: ({ database }) => database.restore(),
};

/** Makes the fault of a failpoint that a process has reached, as far as it comes from outside. */
export async function makeFault(lane: Lane, failpoint: Failpoint, pid: number): Promise<void> {
  const hit = [...lane.workers, lane.web].find((each) => each.pid() === pid);
  if (failpoint.by === "provider") await makeProviderFault(lane, failpoint);
  else await outsideFaults[failpoint.fault]?.(lane, hit ?? lane.web, pid);
  writeFileSync(join(lane.folder, doneFile(failpoint.id)), "");
}
