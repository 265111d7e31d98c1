import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { closeSync, existsSync, openSync, renameSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { countQuickDeaths, restartDelayMs } from "./restart-backoff";

const LOG_LIMIT_BYTES = 20_000_000;
const WATCH_EVERY_MS = 1000;
const SILENCE_LIMIT_MS = 15_000;
const START_LIMIT_MS = 60_000;
const DEATHS_BEFORE_GIVING_UP = 3;

/** What to run and how to look after it. */
export interface ProcessSpec {
  /** As operators see it: the title of the process. */
  name: string;
  /** The bundle under `dist/`, and its arguments. */
  args: string[];
  /** Read at every start, since the database's address can change. */
  variables: () => NodeJS.ProcessEnv;
  logPath: string;
  /** Whether the process sends heartbeats and is killed when they stop. */
  hasHeartbeat: boolean;
  /** Says one line to the operator. */
  say: (line: string) => void;
}

/** What a child says over its channel. */
interface Message {
  type?: string;
  url?: string;
  message?: string;
}

interface Events {
  ready: [Message];
  failed: [string];
}

/** A process that is kept running: started again when it dies, killed when it hangs. */
export class SupervisedProcess extends EventEmitter<Events> {
  readonly spec: ProcessSpec;
  #child: ChildProcess | undefined;
  #startedAt = 0;
  #lastSign = 0;
  #lastWatch = 0;
  #quickDeaths = 0;
  #wasEverReady = false;
  #isReady = false;
  #failure = "";
  #stopping = new AbortController();
  #watch: NodeJS.Timeout | undefined;

  constructor(spec: ProcessSpec) {
    super();
    this.spec = spec;
  }

  /** True from its word "ready" until it ends. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Process id of the one running now. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it and answers its first word "ready"; throws its own sentence, or one of ours, when it never comes. */
  async start(): Promise<Message> {
    if (this.spec.hasHeartbeat) this.#watch = setInterval(() => this.#look(), WATCH_EVERY_MS);
    const firstWord = new Promise<Message>((resolve, reject) => {
      this.once("ready", resolve);
      this.once("failed", (sentence) => reject(new ProcessFailure(sentence)));
      this.#stopping.signal.addEventListener("abort", () => {
        reject(new ProcessFailure(`${this.spec.name} was stopped before it was ready.`));
      });
    });
    this.#spawn();
    return firstWord;
  }

  /** Ends the running process by SIGTERM and lets it be started again with new variables. */
  restart(): void {
    this.#quickDeaths = 0;
    this.#child?.kill("SIGTERM");
  }

  /** Ends it for good: SIGTERM, and SIGKILL for it and all it started when it takes longer. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#watch);
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const gone = once(child, "exit").then(() => true);
    child.kill("SIGTERM");
    // One that is stopped (SIGSTOP) gets to see the signal.
    child.kill("SIGCONT");
    const timer = new AbortController();
    const isGone = await Promise.race([gone, delay(graceMs, false, { signal: timer.signal })]);
    timer.abort();
    if (!isGone) {
      killGroup(child);
      await gone;
    }
  }

  #spawn(): void {
    rotate(this.spec.logPath);
    const log = openSync(this.spec.logPath, "a", 0o600);
    // Detached: Ctrl-C reaches the terminal's whole process group, and the order of stopping is ours.
    const child = spawn(process.execPath, ["--enable-source-maps", ...this.spec.args], {
      stdio: ["ignore", log, log, "ipc"],
      env: this.spec.variables(),
      detached: true,
    });
    closeSync(log);
    this.#child = child;
    this.#startedAt = performance.now();
    this.#lastSign = this.#startedAt;
    this.#isReady = false;
    child.on("message", (message: Message | string) => this.#hear(message));
    child.on("error", (error) => (this.#failure = error.message));
    child.once("exit", (code, signal) => this.#onExit(code, signal));
  }

  #hear(message: Message | string): void {
    this.#lastSign = performance.now();
    const { type, ...rest } = typeof message === "string" ? { type: message } : message;
    if (type === "failed" && "message" in rest) this.#failure = rest.message ?? "";
    if (type !== "ready") return;
    if (this.#wasEverReady) this.spec.say(`${this.spec.name} runs again.`);
    this.#wasEverReady = true;
    this.#isReady = true;
    this.emit("ready", rest);
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    this.#isReady = false;
    if (this.#stopping.signal.aborted) return;
    this.#quickDeaths = countQuickDeaths(this.#quickDeaths, performance.now() - this.#startedAt);
    const { name, logPath, say } = this.spec;
    if (!this.#wasEverReady && (this.#failure || this.#quickDeaths >= DEATHS_BEFORE_GIVING_UP)) {
      this.emit("failed", this.#failure || `${name} ends before it is ready; see ${logPath}.`);
      return;
    }
    const waitMs = restartDelayMs(this.#quickDeaths);
    const how = signal ? `by ${signal}` : `with code ${code}`;
    const cause = this.#failure ? ` (${this.#failure})` : "";
    this.#failure = "";
    say(`${name} ended ${how}${cause}; starting it again in ${waitMs / 1000} s.`);
    delay(waitMs, undefined, { signal: this.#stopping.signal }).then(
      () => this.#spawn(),
      () => undefined,
    );
  }

  /** Kills a process whose event loop has been silent for too long. */
  #look(): void {
    const now = performance.now();
    // After a sleep of this machine, or of ours, everybody has been silent.
    if (now - this.#lastWatch > 5 * WATCH_EVERY_MS) this.#lastSign = now;
    this.#lastWatch = now;
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const limitMs = this.#isReady ? SILENCE_LIMIT_MS : START_LIMIT_MS;
    if (now - this.#lastSign < limitMs) return;
    this.spec.say(`${this.spec.name} has given no sign for ${limitMs / 1000} s; ending it.`);
    this.#lastSign = now;
    killGroup(child);
  }
}

/** A process that could not be brought up at all. The message is one plain sentence. */
export class ProcessFailure extends Error {
  override name = "ProcessFailure";
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

function rotate(path: string): void {
  if (existsSync(path) && statSync(path).size > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`);
}
