import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OperatorError } from "@/lib/platform/operator-error";
import { SupervisedProcess } from "@/server/run/supervised-process";

let folder: string;
let printed: string[];
let running: SupervisedProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "threeline-supervised-"));
  printed = [];
});

afterEach(async () => {
  await running?.stop(1_000);
  running = undefined;
  rmSync(folder, { recursive: true });
});

/** Supervises a program of these lines. */
function supervise(source: string): SupervisedProcess {
  const program = join(folder, "program.mjs");
  writeFileSync(program, source);
  running = new SupervisedProcess({
    name: "threeline-sample",
    args: [program],
    variables: () => process.env,
    logPath: join(folder, "sample.log"),
    hasHeartbeat: false,
    print: (line) => printed.push(line),
  });
  return running;
}

const readyAndWaiting = 'process.send({ type: "ready" });\nsetInterval(() => undefined, 1000);\n';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A process whose parent hasn't collected its exit code yet (a zombie) still has its id.
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\tZ/m.test(readFileSync(status, "utf8"));
}

async function pidOf(supervised: SupervisedProcess): Promise<number> {
  await vi.waitFor(() => expect(supervised.isReady).toBe(true), { timeout: 20_000 });
  return supervised.pid ?? 0;
}

test("restarts a process that was killed, and prints that", async () => {
  const supervised = supervise(readyAndWaiting);
  await supervised.start();
  const first = await pidOf(supervised);
  process.kill(first, "SIGKILL");
  await vi.waitFor(() => expect(printed).toContain("threeline-sample is running again."), {
    timeout: 20_000,
  });
  expect(printed[0]).toBe("threeline-sample was killed by SIGKILL; restarting in 0.5 s.");
  expect(await pidOf(supervised)).not.toBe(first);
});

test("doesn't restart a process that was stopped", async () => {
  const supervised = supervise(readyAndWaiting);
  await supervised.start();
  const pid = await pidOf(supervised);
  await supervised.stop(10_000);
  expect(isAlive(pid)).toBe(false);
  expect(printed).toEqual([]);
});

test("kills a process that ignores SIGTERM, and its children", async () => {
  const supervised = supervise(`
    import { spawn } from "node:child_process";
    process.on("SIGTERM", () => undefined);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    process.send({ type: "ready", url: String(child.pid) });
    setInterval(() => undefined, 1000);
  `);
  const { url } = await supervised.start();
  const pids = [await pidOf(supervised), Number(url)];
  await supervised.stop(100);
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), {
    timeout: 20_000,
  });
});

test("passes on why a process can't start", async () => {
  const supervised = supervise(
    'process.send({ type: "failed", message: "There is no disk." }, () => process.exit(1));\n',
  );
  await expect(supervised.start()).rejects.toThrow("There is no disk.");
});

test("gives up on a process that keeps exiting before it is ready, and shows what it has written", async () => {
  const path = join(folder, "sample.log");
  writeFileSync(path, "from an earlier start\n");
  const supervised = supervise('console.error("There is no disk.");\nprocess.exit(3);\n');
  await expect(supervised.start()).rejects.toThrow(
    new OperatorError(`There is no disk.\nthreeline-sample exits before it is ready; see ${path}.`),
  );
});
