import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { OperatorError } from "@/lib/platform/operator-error";
import { findFreePort, isPortFree } from "../run/ports";
import { readLastPort, storeLastPort } from "./cluster";
import { acceptsConnections, urlOf } from "./connection";
import { commandFor, type Programs } from "./programs";

/** A server process over a cluster, started by us or found running. */
export type ServerProcess = {
  pid: number;
  port: number;
  /** Resolves once the process has exited, for whatever reason. */
  exited: Promise<void>;
};

const maxAttempts = 20;

const localSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  // Omits error details, which contain the values of a rejected row.
  log_error_verbosity: "terse",
};

/**
 * Starts the server and waits until it accepts connections: on 127.0.0.1 only, on the same port as
 * last time if that is free and nothing else will listen on it. It logs to `dataDir/postgres.log`.
 *
 * @throws OperatorError with PostgreSQL's own error message when it doesn't start
 */
export async function launchServer(
  programs: Programs,
  cluster: string,
  password: string,
  options: { dataDir: string; settings: Record<string, string>; taken?: readonly number[] },
): Promise<ServerProcess> {
  const logPath = join(options.dataDir, "postgres.log");
  // Retries: the processes of a killed server hold its shared memory for a moment, and another
  // program can take the port between our check and the server's start.
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(cluster, options.taken ?? []);
    const child = spawnServer(programs, cluster, port, logPath, options.settings);
    const exited = once(child, "exit").then(() => undefined);
    if (await waitUntilReady(child, urlOf(port, password, "postgres"))) {
      storeLastPort(cluster, port);
      return { pid: child.pid ?? 0, port, exited };
    }
    const error = lastErrorIn(logPath);
    const isTemporary = /still in use|could not bind|could not create any TCP/.test(error);
    if (!isTemporary || attempt === maxAttempts) {
      throw new OperatorError(
        `The database in ${cluster} didn't start: ${error} (see ${logPath}).`,
      );
    }
    await delay(250);
  }
}

function spawnServer(
  programs: Programs,
  cluster: string,
  port: number,
  logPath: string,
  extraSettings: Record<string, string>,
): ChildProcess {
  const chosen = { ...localSettings, ...extraSettings };
  const settings = Object.entries(chosen).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { command, args, identity } = commandFor(programs, "postgres", [
    "-D",
    cluster,
    "-p",
    String(port),
    ...settings,
  ]);
  const log = openSync(logPath, "a", 0o600);
  try {
    // Detached, because Ctrl-C reaches the terminal's whole process group and the database has to
    // stop last.
    return spawn(command, args, {
      ...identity,
      cwd: cluster,
      detached: true,
      stdio: ["ignore", log, log],
    });
  } finally {
    closeSync(log);
  }
}

async function choosePort(cluster: string, taken: readonly number[]): Promise<number> {
  const last = readLastPort(cluster);
  if (last && !taken.includes(last) && (await isPortFree(last, "127.0.0.1"))) return last;
  return findFreePort(taken);
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<boolean> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    if (await acceptsConnections(url)) return true;
    await delay(25);
  }
}

function lastErrorIn(logPath: string): string {
  const lines = readFileSync(logPath, "utf8").trimEnd().split("\n");
  const line = lines.findLast((each) => /(?:FATAL|PANIC|error):/i.test(each)) ?? lines.at(-1) ?? "";
  return line.replace(/^.*?(?:FATAL|PANIC):\s*/, "");
}
