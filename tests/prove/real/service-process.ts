import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { resolve } from "node:path";
import { workerNodeFlags } from "@/server/worker/node-flags";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy";

/** A process that is started again whenever it ends, like by the supervisor, and its network to the database. */
export type ServiceProcess = {
  network: TcpProxy;
  /** Resolves once the current process is ready. */
  ready(): Promise<void>;
  pid(): number | undefined;
  signal(signal: NodeJS.Signals): void;
  /** Kills it and keeps it from being started again, or starts it again. */
  pause(isPaused: boolean): void;
  /** Sends SIGTERM and starts it no more. Returns its exit code; null when it had to be killed. */
  retire(): Promise<number | null>;
  stop(): Promise<void>;
};

const restartAfterMs = 500;

/** Whether this user may give a process another host name. */
const hasHostNames = spawnSync("unshare", ["--uts", "true"]).status === 0;

function command(host: string): [string, string[]] {
  const node = [process.execPath, ...workerNodeFlags];
  const asHost = ["unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', host];
  const [program = "", ...args] = hasHostNames ? [...asHost, ...node] : node;
  return [program, args];
}

/**
 * Starts a process of the service.
 *
 * @param options.host its host name, if this user may set one
 * @param options.args of `dist/prove.mjs`
 * @param options.root the folder of its version; this one by default
 */
export async function startServiceProcess(options: {
  host: string;
  args: string[];
  databaseUrl: () => string;
  variables: NodeJS.ProcessEnv;
  root?: string;
}): Promise<ServiceProcess> {
  const network = await startTcpProxy(() => Number(new URL(options.databaseUrl()).port));
  let child: ChildProcess | undefined;
  let ready = Promise.resolve();
  let isPaused = false;
  let isStopped = false;

  const start = () => {
    if (isPaused || isStopped || child) return;
    network.set("healthy");
    const databaseUrl = new URL(options.databaseUrl());
    databaseUrl.port = String(network.port);
    const [program, args] = command(options.host);
    const started = spawn(program, [...args, resolve("dist/prove.mjs"), ...options.args], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      ...(options.root !== undefined && { cwd: options.root }),
      env: { ...options.variables, DATABASE_URL: databaseUrl.href },
    });
    child = started;
    ready = new Promise((done) => {
      started.once("message", () => done());
      started.once("exit", () => done());
    });
    started.once("exit", () => {
      if (child !== started) return;
      child = undefined;
      setTimeout(start, restartAfterMs);
    });
  };
  start();
  /** Ends it for good and returns its exit code. */
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    isStopped = true;
    const running = child;
    if (running && running.exitCode === null && running.signalCode === null) {
      const exited = new Promise((done) => running.once("exit", done));
      running.kill(signal);
      await exited;
    }
    network.close();
    return running?.exitCode ?? null;
  };
  return {
    network,
    async ready() {
      while (!child) await new Promise((done) => setTimeout(done, restartAfterMs));
      await ready;
    },
    pid: () => child?.pid,
    signal: (signal) => void child?.kill(signal),
    pause(isWanted) {
      isPaused = isWanted;
      if (isPaused) child?.kill("SIGKILL");
      else if (!child) start();
    },
    retire: () => end("SIGTERM"),
    async stop() {
      await end("SIGKILL");
    },
  };
}
