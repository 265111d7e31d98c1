import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { OperatorError } from "@/lib/platform/operator-error";
import { countQuickCrashes, restartDelayMs } from "./restart-backoff";

const checkIntervalMs = 1000;
const silenceLimitMs = 15_000;
const startLimitMs = 60_000;
const crashesBeforeGivingUp = 3;
const shownLines = 25;

/** What to run and how to supervise it. */
export type ProcessSpec = {
  /** Title of the process, by which operators find it. */
  name: string;
  /** Node's own arguments, then the bundle under `dist/`. */
  args: string[];
  /** Read at every start, because the database's port can change. */
  variables: () => NodeJS.ProcessEnv;
  logPath: string;
  /** Whether the process sends heartbeats; if so, it's killed when they stop. */
  hasHeartbeat: boolean;
  /** Prints one line for the operator. */
  print: (line: string) => void;
};

/** What a child process sends over its IPC channel. */
type Message = { type?: string; url?: string; message?: string };

type Events = { ready: [Message]; failed: [string] };

/** A process that is restarted when it exits and killed when it hangs. */
export class SupervisedProcess extends EventEmitter<Events> {
  readonly spec: ProcessSpec;
  #child: ChildProcess | undefined;
  #startedAt = 0;
  /** Length of the log at its last start, in bytes. */
  #logStart = 0;
  #lastMessageAt = 0;
  #lastCheckAt = 0;
  #quickCrashes = 0;
  #wasEverReady = false;
  #isReady = false;
  #failure = "";
  #stopping = new AbortController();
  #heartbeatCheck: NodeJS.Timeout | undefined;

  constructor(spec: ProcessSpec) {
    super();
    this.spec = spec;
  }

  /** True from its "ready" message until it exits. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Its current process id. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Starts it and returns its first "ready" message.
   *
   * @throws OperatorError when it never becomes ready
   */
  async start(): Promise<Message> {
    if (this.spec.hasHeartbeat)
      this.#heartbeatCheck = setInterval(() => this.#checkHeartbeat(), checkIntervalMs);
    const firstReady = new Promise<Message>((resolve, reject) => {
      this.once("ready", resolve);
      this.once("failed", (message) => reject(new OperatorError(message)));
      this.#stopping.signal.addEventListener("abort", () => {
        reject(new OperatorError(`${this.spec.name} was stopped before it was ready.`));
      });
    });
    this.#spawn();
    return firstReady;
  }

  /** Restarts it with current variables: SIGTERM, then a start as after a crash. */
  restart(): void {
    this.#quickCrashes = 0;
    this.#child?.kill("SIGTERM");
  }

  /** Stops it without a restart: SIGTERM, then SIGKILL for it and its children after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#heartbeatCheck);
    const child = this.#child;
    if (!child || hasExited(child)) return;
    const gone = once(child, "exit").then(() => true);
    child.kill("SIGTERM");
    // A suspended process (SIGSTOP) has to resume to see the signal.
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
    const log = openSync(this.spec.logPath, "a", 0o600);
    this.#logStart = fstatSync(log).size;
    // Detached, because Ctrl-C reaches the terminal's whole process group and we decide the order.
    const child = spawn(process.execPath, this.spec.args, {
      stdio: ["ignore", log, log, "ipc"],
      env: this.spec.variables(),
      detached: true,
    });
    closeSync(log);
    this.#child = child;
    this.#startedAt = performance.now();
    this.#lastMessageAt = this.#startedAt;
    this.#isReady = false;
    child.on("message", (message: Message) => this.#onMessage(message));
    child.on("error", (error) => (this.#failure = error.message));
    child.once("exit", (code, signal) => this.#onExit(code, signal));
  }

  #onMessage({ type, ...rest }: Message): void {
    this.#lastMessageAt = performance.now();
    if (type === "failed") this.#failure = rest.message ?? "";
    if (type !== "ready") return;
    if (this.#wasEverReady) this.spec.print(`${this.spec.name} is running again.`);
    this.#wasEverReady = true;
    this.#isReady = true;
    this.emit("ready", rest);
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    this.#isReady = false;
    if (this.#stopping.signal.aborted) return;
    this.#quickCrashes = countQuickCrashes(this.#quickCrashes, performance.now() - this.#startedAt);
    const { name, logPath, print } = this.spec;
    if (!this.#wasEverReady && (this.#failure || this.#quickCrashes >= crashesBeforeGivingUp)) {
      const ending = `${name} exits before it is ready; see ${logPath}.`;
      this.emit("failed", this.#failure || [...this.#lastLines(), ending].join("\n"));
      return;
    }
    const waitMs = restartDelayMs(this.#quickCrashes);
    const how = signal ? `was killed by ${signal}` : `exited with code ${code}`;
    const cause = this.#failure ? ` (${this.#failure})` : "";
    this.#failure = "";
    print(`${name} ${how}${cause}; restarting in ${waitMs / 1000} s.`);
    delay(waitMs, undefined, { signal: this.#stopping.signal }).then(
      () => this.#spawn(),
      () => undefined,
    );
  }

  /** The end of its log since its last start. */
  #lastLines(): string[] {
    const written = readFileSync(this.spec.logPath).subarray(this.#logStart).toString().trim();
    return written === "" ? [] : written.split("\n").slice(-shownLines);
  }

  /** Kills the process when it has sent nothing for too long. */
  #checkHeartbeat(): void {
    const now = performance.now();
    // After the machine (or this process) was suspended, the silence isn't the process's fault.
    if (now - this.#lastCheckAt > 5 * checkIntervalMs) this.#lastMessageAt = now;
    this.#lastCheckAt = now;
    const child = this.#child;
    if (!child || hasExited(child)) return;
    const limitMs = this.#isReady ? silenceLimitMs : startLimitMs;
    if (now - this.#lastMessageAt < limitMs) return;
    this.spec.print(`${this.spec.name} hasn't responded for ${limitMs / 1000} s; killing it.`);
    this.#lastMessageAt = now;
    killGroup(child);
  }
}

function hasExited(child: ChildProcess): boolean {
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
