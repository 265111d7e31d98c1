import { brand } from "@/lib/brand";
import { workerNodeFlags } from "../worker/node-flags";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "pg";
import { applyMigrations, MigrationError } from "@/lib/platform/database/migrate";
import { exitOf } from "./child-exit";
import { buildProcesses, endBundler, watchProcess } from "../build/bundle";
import { prepareDataFolder, writePrivately } from "./data-folder";
import { takeLock } from "./instance-lock";
import { secretsPath, storeSecrets } from "./local-secrets";
import { buildPages, distDirOf, isBuildCurrent } from "../build/next-build";
import { OperatorError, reasonOf } from "./operator-error";
import { isPortFree } from "./ports";
import { readSettings, type Settings } from "./settings";
import { ProcessFailure, SupervisedProcess, type ProcessSpec } from "./supervised-process";

export type StartMode = "production" | "development";

const LEFTOVER_PATIENCE_MS = 12_000;
const ANSWER_PATIENCE_MS = 60_000;
// Together they stay under the ten seconds in which everything is to be gone.
const DRAIN_MS = 6500;
const SANDBOX_STOP_MS = 500;
const POSTGRES_STOP_MS = 2800;

/**
 * Runs the whole service until it is asked to stop: database, migrations, seed, build, sandbox,
 * web server and workers, each looked after. Prints one line a step and `Ready: …` once.
 *
 * @throws OperatorError when something that the operator can put right stands in the way
 */
export async function runService(mode: StartMode): Promise<void> {
  const settings = readSettings(process.env, mode);
  prepareDataFolder(settings.dataDir);
  const lockPath = join(settings.dataDir, "instance.lock");
  const isAfterCrash = existsSync(lockPath);
  const release = takeLock(lockPath);
  if (!release) {
    throw new OperatorError(
      `${brand.name} is already running on ${settings.dataDir}. Stop it first, or set DATA_DIR, PORT, and SANDBOX_PORT to run a second one.`,
    );
  }
  const service = new Service(settings, mode);
  const stop = () => service.requestStop();
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);
  process.on("disconnect", stop);
  try {
    await service.run(isAfterCrash);
  } catch (error) {
    if (!service.isStopRequested) throw asPlainProblem(error);
  } finally {
    await service.shutDown();
    release();
  }
}

function asPlainProblem(error: unknown): unknown {
  const isPlain = error instanceof ProcessFailure || error instanceof MigrationError;
  return isPlain ? new OperatorError(error.message) : error;
}

class Service {
  readonly #settings: Settings;
  readonly #mode: StartMode;
  readonly #stop = new AbortController();
  readonly #stopped: Promise<void>;
  #databaseUrl = "";
  #postgres: SupervisedProcess | undefined;
  #sandbox: SupervisedProcess | undefined;
  readonly #servers: SupervisedProcess[] = [];

  constructor(settings: Settings, mode: StartMode) {
    this.#settings = settings;
    this.#mode = mode;
    this.#stopped = once(this.#stop.signal, "abort").then(() => undefined);
  }

  get isStopRequested(): boolean {
    return this.#stop.signal.aborted;
  }

  requestStop(): void {
    if (this.isStopRequested) return;
    say("Stopping…");
    this.#stop.abort();
  }

  async run(isAfterCrash: boolean): Promise<void> {
    const { settings } = this;
    await requireFreePorts(settings, isAfterCrash ? LEFTOVER_PATIENCE_MS : 0);
    await this.#step(() => buildProcesses());
    await this.#startDatabase();
    storeSecrets(settings.dataDir, settings.secrets);
    this.#writeLocalFile();
    await this.#step(() => this.#migrate());
    await this.#step(() => this.#seed());
    if (this.#mode === "production") await this.#step(() => this.#build());
    await this.#startProcesses();
    await this.#step(() => this.#waitUntilAnswering());
    this.#announce();
    const endWatching = await this.#watchSources();
    await this.#stopped;
    await endWatching();
  }

  async shutDown(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop(DRAIN_MS)));
    await this.#sandbox?.stop(SANDBOX_STOP_MS);
    await this.#postgres?.stop(POSTGRES_STOP_MS);
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** Runs one step unless a stop was asked for meanwhile. */
  async #step(work: () => Promise<void>): Promise<void> {
    this.#stop.signal.throwIfAborted();
    await work();
    this.#stop.signal.throwIfAborted();
  }

  async #startDatabase(): Promise<void> {
    const { databaseUrl } = this.settings;
    if (databaseUrl !== undefined) {
      say("Connecting to the database…");
      await requireReachable(databaseUrl);
      this.#databaseUrl = databaseUrl;
      return;
    }
    say("Starting the database…");
    this.#postgres = this.#supervise("threeline-postgres", ["dist/postgres.mjs"]);
    const ready = await this.#postgres.start();
    this.#databaseUrl = ready.url ?? "";
    this.#postgres.on("ready", ({ url }) => this.#moveDatabase(url ?? ""));
  }

  /** The embedded server came back on another port: everybody has to learn it. */
  #moveDatabase(url: string): void {
    if (url === this.#databaseUrl) return;
    this.#databaseUrl = url;
    this.#writeLocalFile();
    for (const server of this.#servers) server.restart();
  }

  async #migrate(): Promise<void> {
    const applied = await applyMigrations(this.#databaseUrl);
    if (applied.length > 0) say(`Applied ${counted(applied.length, "migration")}.`);
  }

  async #seed(): Promise<void> {
    if (!existsSync("dist/cli.mjs")) return;
    say("Looking whether the database needs its first data…");
    await this.#runToEnd(["dist/cli.mjs", "seed", "--if-empty"], "The first data");
  }

  async #runToEnd(args: string[], what: string): Promise<void> {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: this.#variables(),
      signal: this.#stop.signal,
    });
    const code = await exitOf(child);
    this.#stop.signal.throwIfAborted();
    if (code !== 0) throw new OperatorError(`${what} could not be written, as shown above.`);
  }

  async #build(): Promise<void> {
    if (!existsSync("app")) return;
    const distDir = distDirOf(this.settings.dataDir);
    const variables = this.#variables();
    if (isBuildCurrent(distDir, variables)) return;
    say("Building the pages…");
    const logPath = this.#logPath("build");
    await buildPages({ distDir, variables, logPath, signal: this.#stop.signal });
  }

  async #startProcesses(): Promise<void> {
    const { env, isLive } = this.settings;
    if (!isLive && existsSync("dist/sandbox.mjs")) {
      say("Starting the sandbox…");
      this.#sandbox = this.#supervise("threeline-sandbox", ["dist/sandbox.mjs"]);
      await this.#step(() => this.#untilReady(this.#sandbox));
    }
    say("Starting the web server and the workers…");
    if (existsSync("app")) this.#servers.push(this.#supervise("threeline-web", ["dist/web.mjs"]));
    for (let number = 1; number <= env.WORKERS && existsSync("dist/worker.mjs"); number += 1) {
      this.#servers.push(this.#superviseWorker(number));
    }
    await this.#step(async () => {
      await Promise.all(this.#servers.map((server) => this.#untilReady(server)));
    });
  }

  #superviseWorker(number: number): SupervisedProcess {
    const name = `threeline-worker-${number}`;
    return this.#supervise(name, [...workerNodeFlags, "dist/worker.mjs"], {
      hasHeartbeat: true,
      variables: () => ({ ...this.#variables(), WORKER_NAME: name }),
    });
  }

  #supervise(name: string, args: string[], more: Partial<ProcessSpec> = {}): SupervisedProcess {
    return new SupervisedProcess({
      name,
      args,
      variables: () => this.#variables(),
      logPath: this.#logPath(name),
      hasHeartbeat: false,
      say,
      ...more,
    });
  }

  async #untilReady(server: SupervisedProcess | undefined): Promise<void> {
    await server?.start();
  }

  async #waitUntilAnswering(): Promise<void> {
    const { env, isLive } = this.settings;
    const addresses = [
      ...(existsSync("app") ? [`http://localhost:${env.PORT}/api/health`] : []),
      ...(!isLive && this.#sandbox ? [`${env.SANDBOX_URL}/sandbox/clock`] : []),
    ];
    await Promise.all(addresses.map((address) => this.#untilAnswers(address)));
  }

  async #untilAnswers(address: string): Promise<void> {
    const deadline = Date.now() + ANSWER_PATIENCE_MS;
    while (!(await answers(address))) {
      if (Date.now() > deadline) {
        throw new OperatorError(
          `${address} does not answer; see the logs in ${join(this.settings.dataDir, "logs")}.`,
        );
      }
      await delay(100, undefined, { signal: this.#stop.signal });
    }
  }

  /** While developing, a change of sources restarts the sandbox or the workers; Next looks after the pages. */
  async #watchSources(): Promise<() => Promise<void>> {
    if (this.#mode === "production") {
      await endBundler();
      return () => Promise.resolve();
    }
    const workers = this.#servers.filter((server) => server.spec.hasHeartbeat);
    const endings = await Promise.all([
      watchProcess("sandbox", () => this.#sandbox?.restart()),
      watchProcess("worker", () => {
        for (const worker of workers) worker.restart();
      }),
    ]);
    return async () => {
      await Promise.all(endings.map((end) => end()));
    };
  }

  #announce(): void {
    const { settings } = this;
    say(`Ready: ${settings.env.SITE_URL}`);
    if (settings.env.SANDBOX_URL !== undefined) say(`Sandbox: ${settings.env.SANDBOX_URL}`);
    say(
      `Admin: ${settings.env.SITE_URL}/cms-login-fpng, user ${settings.adminUsername}, ${this.#password()}`,
    );
  }

  #password(): string {
    const { dataDir, secrets, isAdminPasswordGenerated } = this.settings;
    if (!isAdminPasswordGenerated) return "password from ADMIN_PASSWORD";
    if (secrets.isAdminPasswordShown) return `password in ${secretsPath(dataDir)}`;
    storeSecrets(dataDir, { ...secrets, isAdminPasswordShown: true });
    return `password ${secrets.adminPassword} (kept in ${secretsPath(dataDir)})`;
  }

  #variables(): NodeJS.ProcessEnv {
    return {
      ...this.settings.variables,
      DATABASE_URL: this.#databaseUrl,
      NEXT_DIST_DIR: distDirOf(this.settings.dataDir),
    };
  }

  /** What the operator's commands need to speak to this instance. */
  #writeLocalFile(): void {
    const { env, dataDir, variables } = this.settings;
    const local = {
      pid: process.pid,
      databaseUrl: this.#databaseUrl,
      siteUrl: env.SITE_URL,
      sandboxUrl: env.SANDBOX_URL ?? null,
      variables: Object.fromEntries(
        LOCAL_VARIABLES.flatMap((name) => {
          const value = variables[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    };
    writePrivately(join(dataDir, "local.json"), `${JSON.stringify(local, null, 2)}\n`);
  }

  #logPath(name: string): string {
    return join(this.settings.dataDir, "logs", `${name}.log`);
  }
}

const LOCAL_VARIABLES = ["PORT", "SANDBOX_PORT", "SITE_URL"];

function say(line: string): void {
  console.log(line);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

async function requireFreePorts(settings: Settings, timeoutMs: number): Promise<void> {
  const { env, isLive } = settings;
  await requireFreePort("PORT", env.PORT, undefined, timeoutMs);
  if (!isLive) {
    const port = Number(settings.variables["SANDBOX_PORT"]);
    if (port === env.PORT) {
      throw new OperatorError(`PORT and SANDBOX_PORT are both ${port}; give them different ports.`);
    }
    await requireFreePort("SANDBOX_PORT", port, "127.0.0.1", timeoutMs);
  }
}

async function requireFreePort(
  variable: string,
  port: number,
  host: string | undefined,
  timeoutMs: number,
): Promise<void> {
  // The processes of a start that was killed need a moment to notice.
  const deadline = Date.now() + timeoutMs;
  while (!(await isPortFree(port, host))) {
    if (Date.now() >= deadline) {
      throw new OperatorError(
        `Port ${port} is in use by another program; free it or set ${variable} to another port.`,
      );
    }
    await delay(250);
  }
}

async function requireReachable(databaseUrl: string): Promise<void> {
  try {
    const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
    client.on("error", () => undefined);
    await client.connect();
    await client.end();
  } catch (error) {
    throw new OperatorError(
      `The database of DATABASE_URL (${withoutPassword(databaseUrl)}) cannot be reached: ${causeOf(error)}.`,
    );
  }
}

function withoutPassword(url: string): string {
  return url.replace(/:[^:@/]*@/, "@").replace(/\?.*$/, "");
}

/** A failed connection to several addresses says why only in its parts. */
function causeOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return reasonOf(first);
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
