import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Channel } from "@/lib/contracts/primitives";
import { migrate } from "@/server/run/migrate";
import {
  addCounts,
  countsOf,
  noCounts,
  type Counts,
  type Proof,
  type ProofOptions,
  type ProofResult,
} from "../proof";
import { emailLeadMinutes, workerIdentities, type Lane } from "../real/lane";
import { runOnLanes } from "../real/lanes";
import { planOf } from "../real/plan";
import { runSeed } from "../real/seed";
import type { ServiceProcess } from "../real/service-process";
import { writeNextVersion, type Version } from "./next-version";

const defaults = { seeds: 8, subscribers: 2_000 } as const;

/** How long somebody reads the ledger in one transaction: longer than a migration waits for a lock. */
const readMs = 5_000;
const giveUpMs = 120_000;

/** How a version is deployed in a seed. Eight seeds in a row have all combinations. */
type Manner = {
  /** Whose slot is open. */
  channel: Channel;
  /** Whether the new workers all start before the old ones stop, or replace them one by one. */
  isBeside: boolean;
  /** Whether somebody keeps the tables that the migration has to lock. */
  isRead: boolean;
};

const mannerOf = (seed: number): Manner => ({
  channel: seed % 2 === 0 ? "email" : "sms",
  isBeside: Math.floor(seed / 2) % 2 === 0,
  isRead: Math.floor(seed / 4) % 2 === 0,
});

/** What shows that the deploy was in the middle of a slot. */
type Middle = { before: number; byOld: number; byNew: number; left: number; signedOff: number };

type DeployResult = Counts & { accepted: number };

async function waitUntil(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const until = performance.now() + giveUpMs;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`Waited too long for ${what}.`);
    await delay(50);
  }
}

/** How many deliveries of a channel have a state. */
async function countDeliveries({ database }: Lane, channel: Channel, state: string) {
  const [row] = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM deliveries WHERE channel = $1 AND state = $2",
    [channel, state],
  );
  return row?.count ?? 0;
}

/** How many calls processes have made, and how many of them have signed off. */
async function countCalls({ database }: Lane, pids: readonly number[]) {
  const [row] = await database.query<{ calls: number; stopped: number }>(
    `SELECT count(a.worker_id)::int AS calls,
      count(DISTINCT w.id) FILTER (WHERE w.stopped_at IS NOT NULL)::int AS stopped
    FROM workers w LEFT JOIN send_attempts a ON a.worker_id = w.id WHERE w.pid = ANY($1)`,
    [pids],
  );
  return row ?? { calls: 0, stopped: 0 };
}

const pidsOf = (workers: readonly ServiceProcess[]) => workers.flatMap((each) => each.pid() ?? []);

async function retire(worker: ServiceProcess): Promise<void> {
  const code = await worker.retire();
  if (code !== 0) throw new Error(`A worker that was told to stop exited with ${code}.`);
}

/** Replaces the workers, as two sets of processes or as systemd does. */
async function replaceWorkers(
  lane: Lane,
  { isBeside }: Manner,
  { number, root }: Version,
): Promise<void> {
  const old = [...lane.workers];
  const started: ServiceProcess[] = [];
  // Those that are in no list yet have to be stopped with the others.
  const start = async (identity: (typeof workerIdentities)[number]) => {
    const worker = await lane.startWorker(identity, root);
    started.push(worker);
    lane.workers = [...lane.workers, worker];
  };
  if (isBeside) {
    await Promise.all(
      workerIdentities.map(({ name, host }) => start({ name: `${name}-${number}`, host })),
    );
    await Promise.all(old.map(retire));
  } else {
    for (const [index, worker] of old.entries()) {
      await retire(worker);
      const identity = workerIdentities[index];
      if (identity) await start(identity);
    }
  }
  lane.workers = started;
}

/** Deploys a version while messages are being sent. */
async function deploy(
  lane: Lane,
  manner: Manner,
  version: Version,
  now: () => Date,
): Promise<Middle> {
  const { channel, isRead } = manner;
  const provider = channel === "email" ? "postmark" : "twilio";
  // Most calls are refused and the others slow until the new version sends, so that the slot lasts. An
  // email's call is for hundreds of people.
  const probability = channel === "email" ? 0.85 : 0.6;
  const rateLimit = { provider, mode: "rate-limit", endpoint: "send", probability };
  await lane.control("POST", "/sandbox/faults", rateLimit);
  const slow = { provider, mode: "slow", endpoint: "send", delayMs: 2_000 };
  await lane.control("POST", "/sandbox/faults", slow);
  await waitUntil(
    async () => (await countDeliveries(lane, channel, "accepted")) > 0,
    "the first messages",
  );
  const before = await countDeliveries(lane, channel, "accepted");
  const reading = isRead
    ? lane.database.lock("deliveries, send_attempts, subscribers", "ACCESS SHARE", readMs)
    : undefined;
  const applied = await migrate(lane.database.url, {
    now: now(),
    emailLeadMinutes,
    root: version.root,
  });
  if (applied.join() !== version.migrations.join())
    throw new Error(`Applied only ${applied.join()}.`);
  await reading;

  lane.web.signal("SIGTERM");
  const old = pidsOf(lane.workers);
  await replaceWorkers(lane, manner, version);
  const left = await countDeliveries(lane, channel, "pending");
  const pids = pidsOf(lane.workers);
  await waitUntil(
    async () => left === 0 || (await countCalls(lane, pids)).calls > 0,
    "the new version to send",
  );
  await lane.control("DELETE", "/sandbox/faults");
  const byOld = await countCalls(lane, old);
  const byNew = (await countCalls(lane, pids)).calls;
  return { before, byOld: byOld.calls, byNew, left, signedOff: byOld.stopped };
}

function describe(manner: Manner, middle: Middle): string {
  const { channel, isBeside, isRead } = manner;
  const { before, byOld, byNew, left, signedOff } = middle;
  return (
    `${channel}, ${isBeside ? "beside" : "one by one"}${isRead ? ", tables in use" : ""}: ` +
    `${before} accepted before, ${left} left after; ${byOld} calls by old workers ` +
    `(${signedOff} signed off), ${byNew} by new ones so far`
  );
}

async function run({ seeds, seed, subscribers }: ProofOptions): Promise<ProofResult> {
  const first = seed ?? 0;
  const length = seeds ?? (seed === undefined ? defaults.seeds : 1);
  const versions = new Map<Lane, { number: number; root: string }>();

  const runOne = async (lane: Lane, each: number): Promise<DeployResult> => {
    const manner = mannerOf(each);
    const running = versions.get(lane) ?? { number: 0, root: process.cwd() };
    const number = running.number + 1;
    const root = join(lane.dataDir, `version-${number}`);
    const version = writeNextVersion(number, running.root, root);
    versions.set(lane, { number, root });
    const plan = { ...planOf(each), failpoints: [], isRestored: false };
    let middle: Middle | undefined;
    const result = await runSeed(lane, plan, subscribers ?? defaults.subscribers, async (now) => {
      middle = await deploy(lane, manner, version, now);
    });
    if (!middle) throw new Error("Nothing was deployed.");
    console.log(`seed ${each}: ${result.accepted} messages; ${describe(manner, middle)}`);
    for (const { kind, channel, address, detail } of result.violations.slice(0, 5)) {
      console.log(`  ${kind}: ${channel} to ${address}: ${detail}`);
    }
    const { byOld, byNew, left } = middle;
    const uncovered = byOld > 0 && byNew > 0 && left > 0 ? 0 : 1;
    return { ...countsOf(result.violations), uncovered, accepted: result.accepted };
  };

  const results = await runOnLanes(
    Array.from({ length }, (_, index) => first + index),
    runOne,
  );
  const total = results.reduce(
    (sum, each) => ({ ...addCounts(sum, each), accepted: sum.accepted + each.accepted }),
    { ...noCounts, accepted: 0 },
  );
  return { prove: "deploy", seeds: results.length, ...total };
}

/** Deploys in the middle of a slot. Takes minutes, so that it only runs by its name. */
export const deployProof: Proof = {
  about: "a new version and its migrations while messages are sent, beside the old one",
  run,
};
