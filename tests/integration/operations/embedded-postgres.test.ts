import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adoptRunningServer } from "@/server/postgres/adopt";
import { startLocalPostgres, type LocalPostgres } from "@/server/postgres/local-postgres";

let folder: string;
let server: LocalPostgres;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "threeline-postgres-"));
  server = await startLocalPostgres(folder);
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const portOf = ({ url }: LocalPostgres) => Number(new URL(url).port);

test("it keeps its port, unless another server will listen on that", async () => {
  const port = portOf(server);
  await server.stop();
  server = await startLocalPostgres(folder);
  expect(portOf(server)).toBe(port);
  await server.stop();
  server = await startLocalPostgres(folder, {}, [port]);
  expect(portOf(server)).not.toBe(port);
});

test.runIf(existsSync("/proc/sysvipc/shm"))(
  "no second server starts while processes of a killed one still have its memory",
  async () => {
    const cluster = join(folder, "killed");
    const pidFile = join(cluster, "postmaster.pid");
    const [, ...rest] = readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n");
    mkdirSync(cluster);
    // The id of the main process belongs to another program by now: this one.
    writeFileSync(pidFile, [process.pid, ...rest].join("\n"));
    const adopting = adoptRunningServer(cluster, "none");
    expect(existsSync(pidFile)).toBe(true);
    await server.stop();
    expect(await adopting).toBeUndefined();
    expect(existsSync(pidFile)).toBe(false);
  },
);
