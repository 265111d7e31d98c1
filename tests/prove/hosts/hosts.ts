import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { workerNodeFlags } from "@/server/worker/node-flags";
import { findFreePort } from "@/server/run/ports";
import type { MessageView } from "@/sandbox/control/message-routes";
import { check } from "../checker/check";
import type { Accepted } from "../checker/history";
import { windowOf } from "../checker/windows";
import { countsOf, type Proof, type ProofOptions, type ProofResult } from "../proof";
import { startDatabase, type ProvedDatabase } from "../real/database";
import {
  emailLeadMinutes,
  postmarkBlackHole,
  prepareCluster,
  startSandbox,
  variablesOf,
} from "../real/lane";
import { addPeopleAndBriefing } from "../real/people";
import { createHosts, deleteHosts, serverAddress, startRelay, type Host } from "./network";

const localDate = "2026-11-23";
const timezone = "America/New_York";
const hostCount = 3;

/** Service seconds per real second. */
const rate = 20;

/** Longer than a worker may be silent before others take over. */
const cutMs = 45_000;

/** How long a host is watched after it is back: longer than what it had queued may take. */
const backMs = 20_000;
const giveUpMs = 240_000;

type Sandbox = (method: string, path: string, body?: object) => Promise<string>;

/** A worker on its host that is started again whenever it ends, as its supervisor does. */
function startWorkerOn(host: Host, variables: NodeJS.ProcessEnv): () => void {
  let child: ChildProcess | undefined;
  let isStopped = false;
  const inHost = ["netns", "exec", host.name, "unshare", "--uts", "sh", "-c"];
  const start = () => {
    if (isStopped) return;
    const asHost = ['hostname "$0" && exec "$@"', host.name, process.execPath];
    child = spawn("ip", [...inHost, ...asHost, ...workerNodeFlags, "dist/worker.mjs"], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: variables,
    });
    child.once("exit", () => setTimeout(start, 200));
  };
  start();
  return () => {
    isStopped = true;
    child?.kill("SIGKILL");
  };
}

async function startRelayOn(host: Host, port: number): Promise<ChildProcess> {
  const inHost = ["netns", "exec", host.name, process.execPath, "dist/prove.mjs"];
  const relay = spawn("ip", [...inHost, "part:relay", String(port)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(relay, "message");
  return relay;
}

async function readJournal(control: Sandbox): Promise<Accepted[]> {
  const messages: MessageView[] = JSON.parse(await control("GET", "/sandbox/messages"));
  return messages
    .filter(({ channel, stream }) => channel === "sms" || stream === "broadcast")
    .filter(({ to }) => to !== postmarkBlackHole)
    .map(({ channel, to, text, metadata, acceptedAt }) => ({
      channel,
      to,
      text: text ?? "",
      deliveryId: metadata["delivery"] ?? null,
      acceptedAt: new Date(acceptedAt),
    }));
}

async function waitUntil<T>(find: () => Promise<T>, what: string): Promise<NonNullable<T>> {
  const startedAt = performance.now();
  for (;;) {
    const found = await find();
    if (found) return found;
    if (performance.now() - startedAt > giveUpMs) throw new Error(`Waited too long for ${what}.`);
    await delay(100);
  }
}

/** A host in the middle of a call. Other parts of its identity follow its name. */
async function findCallingHost(
  database: ProvedDatabase,
  hosts: readonly Host[],
): Promise<Host | undefined> {
  const [row] = await database.query<{ host: string }>(`
    SELECT w.host FROM send_attempts a JOIN workers w ON w.id = a.worker_id
    WHERE a.ended_at IS NULL LIMIT 1`);
  return hosts.find(({ name }) => row?.host.startsWith(`${name} `));
}

async function countRows(database: ProvedDatabase, where: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${where}`,
  );
  return row?.count ?? 0;
}

/** One delivery by three hosts, one of which loses its network while it sends. */
async function deliver(folder: string, subscribers: number): Promise<ProofResult> {
  await prepareCluster(folder);
  mkdirSync(folder, { recursive: true });
  const database = await startDatabase(folder);
  const sandboxPort = await findFreePort();
  const shared = variablesOf({ dataDir: folder, sandboxPort, sitePort: await findFreePort() });
  const sandbox = await startSandbox(shared);
  const hosts = createHosts(hostCount);
  const databaseUrl = new URL(database.url);
  const databasePort = Number(databaseUrl.port);
  const local = "127.0.0.1";
  const relays = [databasePort, sandboxPort].map((port) =>
    startRelay({ host: serverAddress, port }, { host: local, port }),
  );
  databaseUrl.hostname = serverAddress;
  const control: Sandbox = async (method, path, body) => {
    const response = await fetch(`http://${local}:${sandboxPort}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.text();
  };
  const hostRelays = await Promise.all(hosts.map((host) => startRelayOn(host, sandboxPort)));
  // Two hosts have a worker with the same name.
  const stops = hosts.map((host, index) =>
    startWorkerOn(host, {
      ...shared,
      DATABASE_URL: databaseUrl.href,
      DATABASE_TLS: "off",
      ALLOW_SANDBOX: "1",
      WORKER_NAME: `threeline-worker-${index === 2 ? 2 : 1}`,
    }),
  );
  try {
    await waitUntil(
      async () => (await countRows(database, "workers")) >= hostCount,
      "all workers to start",
    );
    const plan = {
      seed: 0,
      localDate,
      timezone,
      failpoints: [],
      hasWebhooks: false,
      isRestored: false,
    };
    const { inputs } = await addPeopleAndBriefing(database, plan, subscribers);
    // Calls take long enough to be cut off.
    for (const provider of ["postmark", "twilio"]) {
      await control("POST", "/sandbox/faults", { provider, mode: "slow", delayMs: 1_500 });
    }
    const window = windowOf(localDate, timezone, "email", emailLeadMinutes);
    const now = new Date(window.from - 3_000 * rate).toISOString();
    await control("PUT", "/sandbox/clock", { now, rate });

    const calling = await waitUntil(() => findCallingHost(database, hosts), "a host to send");
    calling.setLink(false);
    await delay(cutMs);
    const sentByOthers = await countRows(database, "deliveries WHERE state = 'accepted'");
    calling.setLink(true);
    await waitUntil(
      async () =>
        (await countRows(database, "deliveries")) > 0 &&
        (await countRows(database, "deliveries WHERE state = 'pending'")) === 0 &&
        (await countRows(database, "deliveries WHERE channel = 'sms'")) > 0,
      "everything to be sent",
    );
    await delay(backMs);
    const journal = await readJournal(control);
    const history = { inputs, journal, refused: [], troubles: [], emailLeadMinutes };
    return {
      prove: "hosts",
      seeds: 1,
      ...countsOf(check(history)),
      accepted: journal.length,
      cutOff: calling.name,
      acceptedDuringCut: sentByOthers,
    };
  } finally {
    for (const stop of stops) stop();
    for (const relay of hostRelays) relay.kill("SIGKILL");
    for (const relay of relays) relay.close();
    sandbox.kill("SIGKILL");
    await database.stop();
    deleteHosts(hostCount);
  }
}

async function run({ subscribers = 2_000 }: ProofOptions): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), "threeline-hosts-"));
  try {
    return await deliver(folder, subscribers);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Several hosts over one PostgreSQL. Needs root, so that it only runs by its name. */
export const hostsProof: Proof = {
  about: "three hosts in network namespaces, one cut off while it sends (as root)",
  run,
};
