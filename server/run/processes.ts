import { execFile } from "node:child_process";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createFilesPrivately } from "./data-folder";

const processNames = ["web", "worker", "sandbox"] as const;

/** Milliseconds between heartbeats. */
const heartbeatMs = 5_000;

/** A process that can run without the supervisor. */
type ProcessName = (typeof processNames)[number];

/** Whether a process has this name. */
export function isProcessName(name: string | undefined): name is ProcessName {
  return processNames.some((each) => each === name);
}

/**
 * Becomes the process. Tells systemd when it's ready, then every few seconds that it still responds; systemd
 * restarts it if it hangs.
 *
 * @param name tells the workers of all machines apart; the machine's name by default
 */
export async function runProcess(process_: ProcessName, name = hostname()): Promise<void> {
  createFilesPrivately();
  // The web process reads source maps only when an error needs them.
  process.setSourceMapsEnabled(process_ !== "web");
  if (process_ === "worker") process.env["WORKER_NAME"] = `threeline-worker-${name}`;
  // For `npm start`, which gets them as messages. A process logs why it failed.
  process.send = (message: unknown) => {
    if (Reflect.get(Object(message), "type") === "ready") notifySystemd("READY=1");
    return true;
  };
  setInterval(() => {
    notifySystemd("WATCHDOG=1");
  }, heartbeatMs).unref();
  await import(pathToFileURL(resolve(`dist/${process_}.mjs`)).href);
}

/** Does nothing where systemd isn't waiting for it. */
function notifySystemd(state: string): void {
  if (process.env["NOTIFY_SOCKET"]) execFile("systemd-notify", [state], () => undefined);
}
