import { countOf } from "@/lib/messages/counts";
import { once } from "node:events";
import { join } from "node:path";
import { buildProcesses, stopBundler, watchProcess } from "../build/bundle";
import { buildPages, distDirOf, isBuildCurrent } from "../build/next-build";
import { workerNodeFlags, workerVariables } from "../worker/node-flags";
import { requireSurroundings, waitUntilResponding } from "./checks";
import { writeLocalFile } from "./local-file";
import { storeSecrets } from "./local-secrets";
import { archiveLogsDaily } from "./log-files";
import { prepareDatabase } from "./prepare";
import { announceReady, printLine } from "./output";
import { localHostOf } from "./ports";
import { variablesOf, type Settings } from "./settings";
import { SupervisedProcess, type ProcessSpec } from "./supervised-process";

/** `development` reloads on changes and doesn't build the pages. */
export type StartMode = "production" | "development";

/** Makes stacks name our TypeScript files. Not for the web server, which maps stacks itself: Next's maps are too large to read at each start. */
const mapsStacks = "--enable-source-maps";
const portTimeoutAfterCrashMs = 12_000;
// Together under 10 seconds, the limit for stopping everything.
const drainMs = 6500;
const sandboxStopMs = 500;
const postgresStopMs = 2800;

/** All processes of one instance: the steps that start them, and how they stop. */
export class Service {
  readonly #settings: Settings;
  readonly #mode: StartMode;
  readonly #stop = new AbortController();
  readonly #stopped: Promise<void>;
  #databaseUrl = "";
  #postgres: SupervisedProcess | undefined;
  #sandbox: SupervisedProcess | undefined;
  /** The web server and the workers. */
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
    printLine("Stopping…");
    this.#stop.abort();
  }

  /** Starts everything, and returns when a stop is requested. */
  async run(isAfterCrash: boolean): Promise<void> {
    const settings = this.#settings;
    await requireSurroundings(settings, isAfterCrash ? portTimeoutAfterCrashMs : 0);
    await this.#step(() => buildProcesses());
    await this.#startDatabase();
    storeSecrets(settings.dataDir, settings.secrets);
    writeLocalFile(settings, this.#databaseUrl);
    const sandbox = this.#startSandbox();
    // Reported below, after the database's own problems.
    sandbox.catch(() => undefined);
    await this.#step(() =>
      prepareDatabase(
        settings,
        settings.directDatabaseUrl ?? this.#databaseUrl,
        this.#variables(),
        this.#stop.signal,
      ),
    );
    if (this.#mode === "production") await this.#step(() => this.#build());
    await this.#step(() => sandbox);
    await this.#startProcesses();
    await this.#step(() => this.#waitUntilReady());
    announceReady(settings);
    void archiveLogsDaily(settings.dataDir, this.#stop.signal);
    const stopWatching = await this.#watchSources();
    await this.#stopped;
    await stopWatching();
  }

  /** Stops everything, the database last. */
  async shutDown(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop(drainMs)));
    await this.#sandbox?.stop(sandboxStopMs);
    await this.#postgres?.stop(postgresStopMs);
  }

  /** Runs one step unless a stop was requested before or during it. */
  async #step(work: () => Promise<void>): Promise<void> {
    this.#stop.signal.throwIfAborted();
    await work();
    this.#stop.signal.throwIfAborted();
  }

  async #startDatabase(): Promise<void> {
    const { databaseUrl } = this.#settings;
    if (databaseUrl !== undefined) {
      this.#databaseUrl = databaseUrl;
      return;
    }
    printLine("Starting the database…");
    this.#postgres = this.#supervise("threeline-postgres", [mapsStacks, "dist/postgres.mjs"]);
    const ready = await this.#postgres.start();
    this.#databaseUrl = ready.url ?? "";
    this.#postgres.on("ready", ({ url }) => this.#moveDatabase(url ?? ""));
  }

  /** Restarts everything that uses the database if it came back on a different port. */
  #moveDatabase(url: string): void {
    if (url === this.#databaseUrl) return;
    this.#databaseUrl = url;
    writeLocalFile(this.#settings, url);
    for (const server of this.#servers) server.restart();
  }

  async #build(): Promise<void> {
    const distDir = distDirOf(this.#settings.dataDir);
    const variables = this.#variables();
    if (isBuildCurrent(distDir, variables)) return;
    printLine("Building the pages…");
    const logPath = this.#logPath("build");
    await buildPages({ distDir, variables, logPath, signal: this.#stop.signal });
  }

  async #startSandbox(): Promise<void> {
    if (this.#settings.isLive) return;
    printLine("Starting the sandbox…");
    this.#sandbox = this.#supervise("threeline-sandbox", [mapsStacks, "dist/sandbox.mjs"]);
    await this.#sandbox.start();
  }

  async #startProcesses(): Promise<void> {
    const { env } = this.#settings;
    printLine(`Starting the web server and ${countOf(env.WORKERS, "worker")}…`);
    this.#servers.push(this.#supervise("threeline-web", ["dist/web.mjs"]));
    for (let number = 1; number <= env.WORKERS; number += 1) {
      this.#servers.push(this.#superviseWorker(number));
    }
    await this.#step(async () => {
      await Promise.all(this.#servers.map((server) => server.start()));
    });
  }

  #superviseWorker(number: number): SupervisedProcess {
    const name = `threeline-worker-${number}`;
    return this.#supervise(name, [mapsStacks, ...workerNodeFlags, "dist/worker.mjs"], {
      hasHeartbeat: true,
      variables: () => ({ ...this.#variables(), ...workerVariables, WORKER_NAME: name }),
    });
  }

  #supervise(name: string, args: string[], more: Partial<ProcessSpec> = {}): SupervisedProcess {
    return new SupervisedProcess({
      name,
      args,
      variables: () => this.#variables(),
      logPath: this.#logPath(name),
      hasHeartbeat: false,
      print: printLine,
      ...more,
    });
  }

  async #waitUntilReady(): Promise<void> {
    const { env, dataDir } = this.#settings;
    const urls = [
      `http://${localHostOf(env.HOST)}:${env.PORT}/api/health`,
      ...(this.#sandbox ? [`${env.SANDBOX_URL}/sandbox/clock`] : []),
    ];
    const logFolder = join(dataDir, "logs");
    await Promise.all(urls.map((url) => waitUntilResponding(url, logFolder, this.#stop.signal)));
  }

  /** In development, restarts the sandbox or the workers when their sources change; Next reloads the pages itself. */
  async #watchSources(): Promise<() => Promise<void>> {
    if (this.#mode === "production") {
      await stopBundler();
      return () => Promise.resolve();
    }
    const workers = this.#servers.filter((server) => server.spec.hasHeartbeat);
    const watches = await Promise.all([
      watchProcess("sandbox", () => this.#sandbox?.restart()),
      watchProcess("worker", () => {
        for (const worker of workers) worker.restart();
      }),
    ]);
    return async () => {
      await Promise.all(watches.map((stopWatch) => stopWatch()));
    };
  }

  #variables(): NodeJS.ProcessEnv {
    return {
      ...variablesOf(this.#settings, this.#databaseUrl),
      // Without it, compiling packages takes a third of each start.
      NODE_COMPILE_CACHE: join(this.#settings.dataDir, "compile-cache"),
    };
  }

  #logPath(name: string): string {
    return join(this.#settings.dataDir, "logs", `${name}.log`);
  }
}
