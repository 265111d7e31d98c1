// @module-tag slow
import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import sharp from "sharp";
import { z } from "zod";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { getStatus } from "@/lib/domain/status/status";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { processStart } from "@/lib/platform/processes";
import { uploadImage } from "@/lib/domain/images/images";
import { createKey, deleteOldBackups, listBackups } from "@/server/backup/files";
import { buildProcesses } from "@/server/build/bundle";
import { exitOf } from "@/server/run/child-exit";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";
import { sandboxVariables } from "@/tests/support/env-variables";
import { addReaders } from "@/tests/support/restore";
import { runCli } from "@/tests/support/run-cli";
import { runCommand } from "@/tests/support/run-command";

const date = "2026-11-23";
const subscriberCount = 120;

let folder: string;
let backups: string;

beforeAll(() => buildProcesses(["cli", "postgres", "worker"]));

function createFolder(): void {
  folder = mkdtempSync(join(tmpdir(), "threeline-backups-"));
  backups = join(folder, "backups");
}

const deleteFolder = () => rmSync(folder, { recursive: true, force: true });

describe("the embedded database", { timeout: 300_000 }, () => {
  let harness: DeliveryHarness;
  const processes: ChildProcess[] = [];

  // All tests share one database; the last one replaces it.
  beforeAll(async () => {
    createFolder();
    const url = await startPostgres();
    await applyMigrations(url);
    harness = await startDelivery({
      DATABASE_URL: url,
      DATA_DIR: folder,
      BACKUP_DIR: backups,
      UNKNOWN_OUTCOME_WAIT_SECONDS: "1",
      // Slow enough for a backup in the middle of it.
      SMS_SEGMENTS_PER_SECOND: "8",
    });
  });

  afterEach(() => rmSync(backups, { recursive: true, force: true }));

  afterAll(async () => {
    // The database last.
    for (const child of processes.toReversed()) await stop(child, "SIGTERM");
    await harness.close();
    deleteFolder();
  });

  let postgres: ChildProcess;

  async function startPostgres(): Promise<string> {
    postgres = spawn(process.execPath, ["dist/postgres.mjs", "--throwaway"], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { PATH: process.env["PATH"], NODE_ENV: "production", DATA_DIR: folder },
    });
    processes.push(postgres);
    const [ready] = await once(postgres, "message");
    return z.object({ url: z.string() }).parse(ready).url;
  }

  async function startWorker(): Promise<ChildProcess> {
    const worker = fork("dist/worker.mjs", [], {
      env: { ...process.env, ...harness.variables, WORKER_NAME: "threeline-worker-1" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    processes.push(worker);
    await once(worker, "message");
    return worker;
  }

  async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = exitOf(child);
    child.kill(signal);
    await exited;
  }

  /** Runs a command in its own process, as operators do. */
  const cli = (args: string[], more: Record<string, string> = {}) =>
    runCli(args, { ...harness.variables, ...more });

  /** Runs a command in this process, where only what it does and prints matters. */
  const command = (args: string[], more: Record<string, string> = {}) =>
    runCommand(args, { PATH: process.env["PATH"] ?? "", ...harness.variables, ...more });

  const channels = async () => (await getBriefingStatus(harness.ctx, date)).channels;

  async function waitUntilFinished(): Promise<void> {
    await vi.waitFor(
      async () => {
        const { email, sms } = await channels();
        expect([email.accepted, sms.accepted]).toEqual([subscriberCount, subscriberCount]);
      },
      { timeout: 120_000, interval: 200 },
    );
  }

  test("is backed up, verified, and known to Status", async () => {
    const { ctx } = harness;
    const made = await cli(["backup"]);
    const [backup] = await listBackups(backups);
    expect(made.stdout).toMatch(
      /^Wrote \S+\/database-\d{8}T\d{6}Z\.tar\.gz: \d+\.\d MB in \d+\.\d s, not encrypted\.\n$/,
    );
    expect((await getStatus(ctx, folder)).backup.lastGood).toMatchObject({
      name: backup?.name,
      result: "unchecked",
    });
    const verified = await cli(["backup", "verify"]);
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(verified.stdout).toMatch(
      /: \d+ tables, \d+ indexes, 0 subscribers, 0 images, newest entry none\.\nRestored and checked in \d+\.\d s\.\n$/,
    );
    expect((await getStatus(ctx, folder)).backup).toMatchObject({
      last: { name: backup?.name, result: "passed" },
    });
    // Nothing else is left on the disk.
    expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
  });

  test("is backed up by one command at a time", async () => {
    writeFileSync(
      join(folder, "backup.lock"),
      JSON.stringify({ pid: process.pid, startedAt: processStart(process.pid) }),
    );
    expect(await cli(["backup"])).toMatchObject({
      code: 1,
      stderr: "Another backup is being made. Try again when it's done.\n",
    });
    rmSync(join(folder, "backup.lock"));
  });

  test("is verified without the service's database, and recorded there afterwards", async () => {
    await command(["backup"]);
    const [backup] = await listBackups(backups);
    const verified = await command(["backup", "verify"], {
      DATABASE_URL: "postgresql://127.0.0.1:1/none",
    });
    expect(verified.code).toBe(0);
    expect(verified.stdout).toMatch(/\nRestored and checked in \d+\.\d s\.\n$/);
    expect(verified.stderr).toMatch(/^The result isn't recorded: Can't reach the database/);
    const last = async () => (await getStatus(harness.ctx, folder)).backup.last;
    expect(await last()).toMatchObject({ name: backup?.name, result: "unchecked" });
    // Its file must not be from the future.
    await harness.setTime(new Date().toISOString());
    const recorded = await command([
      "backup",
      "record",
      "--file",
      backup?.path ?? "",
      "--result",
      "passed",
    ]);
    expect(recorded).toMatchObject({ code: 0, stderr: "" });
    expect(await last()).toMatchObject({ name: backup?.name, result: "passed" });
  });

  test("includes images, and is made without those that are missing", async () => {
    const { ctx } = harness;
    const file = await sharp({
      create: { width: 600, height: 300, channels: 3, background: "red" },
    })
      .png()
      .toBuffer();
    const { image } = await uploadImage(ctx, { name: "red.png", alt: "", file }, "operator");
    const [, , key = ""] = image.url.split("/");
    expect((await command(["backup"])).stdout).toMatch(/\n1 image, 5 new files, 0\.\d MB\.\n$/);
    expect((await command(["backup", "verify"])).stdout).toContain(", 1 image, ");
    rmSync(join(folder, "images"), { recursive: true });
    expect(await command(["restore", "--images-only"])).toEqual({
      code: 0,
      stdout: "Restored 5 image files.\n",
      stderr: "",
    });
    rmSync(join(folder, "images"), { recursive: true });
    rmSync(join(backups, "images"), { recursive: true });
    const incomplete = await command(["backup"]);
    expect(incomplete.code).toBe(2);
    expect(incomplete.stdout).toContain("Wrote ");
    expect(incomplete.stderr).toBe(
      `5 image files can't be backed up. The first: ${key}/480.avif: it doesn't exist\n`,
    );
    await ctx.db.image.deleteMany();
  });

  test("says so when a backup can't be restored", async () => {
    await command(["backup"]);
    const [backup] = await listBackups(backups);
    truncateSync(backup?.path ?? "", 1_000_000);
    const verified = await command(["backup", "verify"]);
    expect(verified.code).toBe(1);
    expect(verified.stderr).toMatch(/^The backup can't be unpacked/);
    const [last] = await harness.ctx.db.backup.findMany({ orderBy: { id: "desc" }, take: 1 });
    expect(last?.result).toBe("failed");
  });

  test("isn't readable in a backup without the secret key", async () => {
    const [right, wrong] = [await createKey(), await createKey()];
    await command(["backup"], { BACKUP_KEY: right.public });
    const [backup] = await listBackups(backups);
    expect(backup?.name).toMatch(/\.tar\.gz\.age$/);
    expect(readFileSync(backup?.path ?? "", "latin1")).toMatch(/^age-encryption\.org\/v1\n/);
    const verify = (key: string) => command(["backup", "verify"], { BACKUP_KEY: key });
    expect((await verify(right.public)).stderr).toBe(
      `${backup?.name} is encrypted. Set BACKUP_KEY to the secret key (AGE-SECRET-KEY-1…) for this command.\n`,
    );
    expect((await verify(wrong.secret)).stderr).toBe(
      `BACKUP_KEY isn't the key of ${backup?.name}, or the file is damaged.\n`,
    );
    expect(await verify(right.secret)).toMatchObject({ code: 0, stderr: "" });
  });

  test("restored to a time in the middle of a slot, sends nothing twice", async () => {
    const { ctx } = harness;
    const key = await createKey();
    const encryption = { BACKUP_KEY: key.public };
    await harness.addMessage(date, "Words of the day");
    await harness.setTime("2026-11-23T12:00:00Z");
    await addReaders(harness, subscriberCount);
    const first = await startWorker();
    await harness.setTime("2026-11-23T13:00:00Z");
    await vi.waitFor(async () => expect((await channels()).sms.accepted).toBeGreaterThan(20), {
      timeout: 120_000,
      interval: 20,
    });
    // Until there is a backup, however long that takes.
    await harness.fault({ provider: "twilio", mode: "rate-limit", retryAfterS: 1 });
    expect(await cli(["backup"], encryption)).toMatchObject({ code: 0, stderr: "" });
    const instant = new Date().toISOString();
    await harness.clearFaults();
    await waitUntilFinished();
    expect(await cli(["backup"], encryption)).toMatchObject({ code: 0, stderr: "" });
    expect(await listBackups(backups)).toHaveLength(2);
    await stop(first, "SIGTERM");

    const refused = await cli(["restore", "--to", instant], { BACKUP_KEY: key.secret });
    expect(refused.stderr).toBe(`Stop the service that is running in ${folder} first.\n`);
    await stop(postgres, "SIGTERM");
    const restored = await cli(["restore", "--to", instant], { BACKUP_KEY: key.secret });
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    await startPostgres();
    const { sms } = await channels();
    expect(sms.accepted).toBeGreaterThan(20);
    expect(sms.accepted).toBeLessThan(subscriberCount);

    await startWorker();
    await waitUntilFinished();
    for (const channel of ["email", "sms"] as const) {
      const to = (await harness.sent(channel)).map((each) => each.to);
      expect(to).toHaveLength(subscriberCount);
      expect(new Set(to).size).toBe(subscriberCount);
    }
    const restores = await ctx.db.restore.count({ where: { confirmedAt: { not: null } } });
    expect(restores).toBe(1);
  });
});

describe("a folder without a database", () => {
  beforeEach(createFolder);
  afterEach(deleteFolder);

  test("old backups are deleted, but never the newest or another program's", async () => {
    const names = [
      "database-20260101T000000Z.tar.gz",
      "database-20260901T000000Z.dump.age",
      "database-20261101T000000Z.dump",
      "somebody-elses.sql",
    ];
    for (const name of names) writeFileSync(join(folder, name), "");
    expect(await deleteOldBackups(folder, new Date("2026-11-23T00:00:00Z"))).toEqual([
      "database-20260901T000000Z.dump.age",
      "database-20260101T000000Z.tar.gz",
    ]);
    expect(await deleteOldBackups(folder, new Date("2027-11-23T00:00:00Z"))).toEqual([]);
    expect(readdirSync(folder).toSorted()).toEqual([names[2], "somebody-elses.sql"]);
  });

  test("a restore says what is missing", async () => {
    const outcome = await runCli(["restore", "--to", "2026-11-23T08:05:00Z"], {
      ...sandboxVariables,
      DATA_DIR: folder,
    });
    expect(outcome).toEqual({
      code: 1,
      stdout: "",
      stderr: `There is no backup from before 2026-11-23T08:05:00.000Z in ${backups}.\n`,
    });
  });
});
