import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { defaultCredentials } from "@/sandbox/settings";
import type { MessageView } from "@/sandbox/control/message-routes";
import { startLocalPostgres } from "@/server/postgres/local-postgres";
import { findFreePort } from "@/server/run/ports";
import { startDatabase, type ProvedDatabase } from "./database";
import { startServiceProcess, type ServiceProcess } from "./service-process";

/** The service with everything around it in processes of its own, for one seed after another. */
export type Lane = {
  /** Its data folder. */
  dataDir: string;
  database: ProvedDatabase;
  workers: readonly ServiceProcess[];
  /** Takes the providers' webhooks. */
  web: ServiceProcess;
  /** Where the workers find their failpoints. */
  folder: string;
  /** Starts another worker, and waits until it's ready. It isn't one of `workers` by that. */
  startWorker(identity: WorkerIdentity, root: string): Promise<ServiceProcess>;
  /** Calls the sandbox. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** What the providers accepted, oldest first. */
  messages(): AsyncGenerator<MessageView>;
  stop(): Promise<void>;
};

/**
 * How long the provider's answer about an unknown outcome isn't trusted: a quarter of the default, so
 * that a seed takes seconds. Leases, heartbeats, timeouts, and pauses are those of production. When the
 * machine is busy, the sandbox accepts a message long after its call; three times this is enough for
 * that. With far more people it isn't: a call may begin up to ten seconds after it was confirmed, so the
 * variable can say what production waits.
 */
const unknownOutcomeWaitSeconds = 5;

/** Texts follow emails a minute later. */
export const emailLeadMinutes = 1;

/**
 * Where probes go, which Postmark accepts and drops
 * (https://postmarkapp.com/support/article/801-how-to-test-sending).
 */
export const postmarkBlackHole = "test@blackhole.postmarkapp.com";

/** What a worker is started with, and the computer that it runs on. */
type WorkerIdentity = { readonly name: string; readonly host: string };

/** The first two have the same name on different hosts. */
export const workerIdentities: readonly WorkerIdentity[] = [
  { name: "threeline-worker-1", host: "host-a" },
  { name: "threeline-worker-1", host: "host-b" },
  { name: "threeline-worker-2", host: "host-a" },
];

/** Creates a migrated cluster for all lanes to copy. */
export async function prepareCluster(dataDir: string): Promise<void> {
  const server = await startLocalPostgres(dataDir, { fsync: "off" });
  await applyMigrations(server.url);
  await server.stop();
}

/** The environment of every process. */
export function variablesOf(lane: { dataDir: string; sandboxPort: number; sitePort: number }) {
  const { postmark, twilio } = defaultCredentials;
  return {
    ...process.env,
    PROVIDERS: "sandbox",
    DATA_DIR: lane.dataDir,
    PORT: String(lane.sitePort),
    SITE_URL: `http://localhost:${lane.sitePort}`,
    SANDBOX_PORT: String(lane.sandboxPort),
    AUTH_SECRET: "a secret for proofs alone, long enough to count",
    POSTMARK_SERVER_TOKEN: postmark.serverToken,
    POSTMARK_WEBHOOK_USERNAME: postmark.webhookUsername,
    POSTMARK_WEBHOOK_PASSWORD: postmark.webhookPassword,
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: twilio.from,
    SMS_SEGMENTS_PER_SECOND: "100000",
    EMAIL_LEAD_MINUTES: String(emailLeadMinutes),
    UNKNOWN_OUTCOME_WAIT_SECONDS:
      process.env["UNKNOWN_OUTCOME_WAIT_SECONDS"] ?? String(unknownOutcomeWaitSeconds),
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent",
  };
}

/** Starts the providers' stand-in. */
export async function startSandbox(variables: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const sandbox = spawn(process.execPath, ["dist/sandbox.mjs"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: variables,
  });
  await once(sandbox, "message");
  return sandbox;
}

/**
 * Starts PostgreSQL, the sandbox, three workers, and a server for webhooks.
 *
 * @param template the data folder of a prepared cluster
 */
export async function startLane(template: string, dataDir: string): Promise<Lane> {
  const folder = join(dataDir, "failpoints");
  mkdirSync(folder, { recursive: true });
  for (const { host } of workerIdentities) mkdirSync(join(dataDir, host), { recursive: true });
  spawnSync("cp", ["-a", join(template, "postgres"), dataDir]);
  const database = await startDatabase(dataDir);
  const sandboxPort = await findFreePort();
  const variables = variablesOf({ dataDir, sandboxPort, sitePort: await findFreePort() });
  const sandbox = await startSandbox(variables);
  const url = `http://127.0.0.1:${sandboxPort}`;
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
  const startOne = ({ name, host }: WorkerIdentity, root?: string) =>
    startServiceProcess({
      host,
      args: ["part:worker", folder],
      databaseUrl: () => database.url,
      // Each host has its own data folder.
      variables: { ...variables, WORKER_NAME: name, DATA_DIR: join(dataDir, host) },
      ...(root !== undefined && { root }),
    });
  const workers = await Promise.all(workerIdentities.map((identity) => startOne(identity)));
  const web = await startServiceProcess({
    host: "host-a",
    args: ["part:web", folder],
    databaseUrl: () => database.url,
    variables,
  });
  await Promise.all([...workers, web].map((each) => each.ready()));
  const lane: Lane = {
    dataDir,
    database,
    workers,
    web,
    folder,
    async startWorker(identity, root) {
      const worker = await startOne(identity, root);
      await worker.ready();
      return worker;
    },
    control,
    async *messages() {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${url}/sandbox/messages`, resolve).once("error", reject);
      });
      // One message per line, because together they can be larger than a string.
      for await (const line of createInterface({ input: response })) {
        const json = line.replace(/^\[/, "").replace(/[,\]]$/, "");
        if (json === "") continue;
        const message: MessageView = JSON.parse(json);
        yield message;
      }
    },
    async stop() {
      await Promise.all([...lane.workers, web].map((each) => each.stop()));
      sandbox.kill("SIGKILL");
      await database.stop();
    },
  };
  return lane;
}
