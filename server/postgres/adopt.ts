import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "@/lib/platform/processes";
import { OperatorError } from "@/lib/platform/operator-error";
import { acceptsConnections, urlOf } from "./connection";
import type { ServerProcess } from "./launch";

const maxAttempts = 100;
const pauseMs = 100;

/**
 * Finds the server that is already running over these files, if any. Its supervisor may have been
 * killed; killing the server too would cut off everyone who is connected.
 *
 * @throws OperatorError when a server is running but doesn't respond
 */
export async function adoptRunningServer(
  cluster: string,
  password: string,
): Promise<ServerProcess | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const found = readPidFile(cluster);
    if (!found || !isServerOver(cluster, found)) return undefined;
    if (await acceptsConnections(urlOf(found.port, password, "postgres"))) {
      return { ...found, exited: waitUntilGone(found.pid) };
    }
    await delay(pauseMs);
  }
  throw new OperatorError(
    `A database server is already running over ${cluster} but doesn't respond. Stop it and start again.`,
  );
}

const pidFileOf = (cluster: string) => join(cluster, "postmaster.pid");

/** `memoryId` identifies the shared memory that every process of the server is attached to. */
type PidFile = { pid: number; port: number; memoryId: string | undefined };

function readPidFile(cluster: string): PidFile | undefined {
  const path = pidFileOf(cluster);
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, "utf8").split("\n");
  const pid = Number(lines[0]);
  const memoryId = lines[6]?.trim().split(/\s+/)[1];
  return pid > 0 ? { pid, port: Number(lines[3]), memoryId } : undefined;
}

function isServerOver(cluster: string, { pid, memoryId }: PidFile): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  if (!existsSync(commandLine)) return isAlive(pid);
  // After a reboot, another program can have the same process id, especially in a container. A zombie
  // has an empty command line.
  if (readFileSync(commandLine, "utf8").split("\0").includes(cluster)) return true;
  // A killed server's processes end a moment later, or once their statement is done. A second server started
  // before then would destroy the data.
  if (memoryId !== undefined && isMemoryInUse(memoryId)) return true;
  // PostgreSQL refuses to start while any process has the id in this file.
  rmSync(pidFileOf(cluster), { force: true });
  return false;
}

const memoryList = "/proc/sysvipc/shm";

function isMemoryInUse(memoryId: string): boolean {
  if (!existsSync(memoryList)) return false;
  const [header = [], ...rows] = readFileSync(memoryList, "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const [idAt, usersAt] = [header.indexOf("shmid"), header.indexOf("nattch")];
  return rows.some((row) => row[idAt] === memoryId && Number(row[usersAt]) > 0);
}

async function waitUntilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(100);
}
