import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import sharp from "sharp";
import { z } from "zod";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { getStatus } from "@/lib/domain/status/status";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { deleteImage, uploadImage } from "@/lib/domain/images/images";
import { restoreImages } from "@/server/backup/images";
import { createKey, deleteOldBackups, listBackups } from "@/server/backup/files";
import { buildProcesses } from "@/server/build/bundle";
import { exitOf } from "@/server/supervisor/child-exit";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";
import { addReaders } from "@/tests/support/restore";
import { runCli } from "@/tests/support/run-cli";

const date = "2026-11-23";
const subscriberCount = 120;

let folder: string;
let backups: string;

beforeAll(() => buildProcesses(["cli", "postgres", "worker"]));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "threeline-backups-"));
  backups = join(folder, "backups");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the embedded database", { timeout: 300_000 }, () => {
  let harness: DeliveryHarness;
  let processes: ChildProcess[] = [];

  beforeEach(async () => {
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

  afterEach(async () => {
    // The database last.
    for (const child of processes.toReversed()) await stop(child, "SIGTERM");
    processes = [];
    await harness.close();
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

  const cli = (args: string[], more: Record<string, string> = {}) =>
    runCli(args, { ...harness.variables, ...more });

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
    expect(await cli(["backup"], encryption)).toMatchObject({ code: 0, stderr: "" });
    const instant = new Date().toISOString();
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

  test("includes images, each file once", async () => {
    const { ctx } = harness;
    const picture = (background: string) =>
      sharp({ create: { width: 600, height: 300, channels: 3, background } })
        .png()
        .toBuffer();
    const upload = async (background: string) => {
      const file = await picture(background);
      const about = { name: `${background}.png`, alt: "" };
      return (await uploadImage(ctx, { ...about, file }, "operator")).image;
    };
    const key = await createKey();
    const secret = { BACKUP_KEY: key.secret };
    await upload("red");
    expect((await cli(["backup"])).stdout).toMatch(/\n1 image, 5 new files, 0\.\d MB\.\n$/);
    const [copied = ""] = readdirSync(join(backups, "images"));
    expect(readdirSync(join(backups, "images", copied)).toSorted()).toEqual([
      "480.avif",
      "480.webp",
      "600.avif",
      "600.webp",
      expect.stringMatching(/^600x300\.(?:png|jpg)$/),
    ]);

    // With a key, they're encrypted too, and nothing readable is left.
    const blue = await upload("blue");
    expect((await cli(["backup"], secret)).stdout).toMatch(/\n2 images, 10 new files, /);
    expect((await cli(["backup"], secret)).stdout).toMatch(/\n2 images, 0 new files, /);
    const names = readdirSync(join(backups, "images", copied));
    expect(names.every((name) => name.endsWith(".age"))).toBe(true);
    const verified = await cli(["backup", "verify"], secret);
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(verified.stdout).toContain(", 2 images, ");

    // A deleted image's copy stays as long as a backup may need it.
    await deleteImage(ctx, blue.id, "operator");
    await cli(["backup"], secret);
    expect(readdirSync(join(backups, "images"))).toHaveLength(2);
    const [, , blueKey = ""] = blue.url.split("/");
    const old = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(join(backups, "images", blueKey), old, old);
    await cli(["backup"], secret);
    expect(readdirSync(join(backups, "images"))).toEqual([copied]);

    // What is missing is put back, and a damaged copy is found.
    const files = join(folder, "images", copied);
    const content = readFileSync(join(files, "480.avif"));
    rmSync(join(files, "480.avif"));
    expect((await cli(["backup"], secret)).code).toBe(0);
    await restoreImages(backups, ctx.images.store, {
      key: key.secret,
      existedAt: new Date(0),
    });
    expect(readFileSync(join(files, "480.avif"))).toEqual(content);
    const copyOf = (name: string) =>
      readdirSync(join(backups, "images", copied)).find((each) => each.startsWith(name)) ?? "";
    truncateSync(join(backups, "images", copied, copyOf("480.avif")), 200);
    const damaged = await cli(["backup", "verify"], secret);
    expect(damaged.code).toBe(1);
    expect(damaged.stderr).toContain(`image ${copied}/480.avif: `);

    // Another key encrypts everything again, and what isn't ours stays.
    const next = await createKey();
    mkdirSync(join(backups, "images", "holiday"));
    utimesSync(join(backups, "images", "holiday"), old, old);
    const again = await cli(["backup"], { BACKUP_KEY: next.public });
    expect(again.stdout).toMatch(/\n1 image, 5 new files, /);
    expect(await cli(["backup", "verify"], { BACKUP_KEY: next.secret })).toMatchObject({ code: 0 });
    expect(readdirSync(join(backups, "images")).toSorted()).toEqual([copied, "holiday"]);
    expect(readdirSync(join(backups, "images", copied))).toHaveLength(5);

    // A missing file doesn't keep the database from being backed up.
    rmSync(files, { recursive: true });
    rmSync(join(backups, "images", copied), { recursive: true });
    const incomplete = await cli(["backup"]);
    expect(incomplete.code).toBe(2);
    expect(incomplete.stdout).toContain("Wrote ");
    expect(incomplete.stderr).toBe(
      `5 image files can't be backed up. The first: ${copied}/480.avif: it doesn't exist\n`,
    );
  });

  test("says so when a backup can't be restored", async () => {
    await cli(["backup"]);
    const [backup] = await listBackups(backups);
    truncateSync(backup?.path ?? "", 1_000_000);
    const verified = await cli(["backup", "verify"]);
    expect(verified.code).toBe(1);
    expect(verified.stderr).toMatch(/^The backup can't be unpacked/);
    const [last] = await harness.ctx.db.backup.findMany({ orderBy: { id: "desc" }, take: 1 });
    expect(last?.result).toBe("failed");
  });

  test("isn't readable in a backup without the secret key", async () => {
    const [right, wrong] = [await createKey(), await createKey()];
    await cli(["backup"], { BACKUP_KEY: right.public });
    const [backup] = await listBackups(backups);
    expect(backup?.name).toMatch(/\.tar\.gz\.age$/);
    expect(readFileSync(backup?.path ?? "", "latin1")).toMatch(/^age-encryption\.org\/v1\n/);
    const verify = (key: string) => cli(["backup", "verify"], { BACKUP_KEY: key });
    expect((await verify(right.public)).stderr).toBe(
      `${backup?.name} is encrypted. Set BACKUP_KEY to the secret key (AGE-SECRET-KEY-1…) for this command.\n`,
    );
    expect((await verify(wrong.secret)).stderr).toBe(
      `BACKUP_KEY isn't the key of ${backup?.name}, or the file is damaged.\n`,
    );
    expect(await verify(right.secret)).toMatchObject({ code: 0, stderr: "" });
  });
});

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
    PROVIDERS: "sandbox",
    DATABASE_URL: "postgresql://127.0.0.1/none",
    DATA_DIR: folder,
    AUTH_SECRET: "a secret for tests alone, long enough to count",
    POSTMARK_SERVER_TOKEN: "token",
    POSTMARK_WEBHOOK_USERNAME: "user",
    POSTMARK_WEBHOOK_PASSWORD: "password",
    TWILIO_ACCOUNT_SID: "AC00000000000000000000000000000000",
    TWILIO_AUTH_TOKEN: "token",
  });
  expect(outcome).toEqual({
    code: 1,
    stdout: "",
    stderr: `There is no backup from before 2026-11-23T08:05:00.000Z in ${backups}.\n`,
  });
});
