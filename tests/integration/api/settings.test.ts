import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { POST as REPORT } from "@/app/api/admin/settings/backups/route";
import { POST as CHECK } from "@/app/api/admin/settings/checks/route";
import { GET as READ, PUT as CHANGE } from "@/app/api/admin/settings/route";
import { GET as STATUS } from "@/app/api/admin/settings/status/route";
import { GET as TODAY } from "@/app/api/admin/today/route";
import { GET as METRICS } from "@/app/api/metrics/route";
import {
  checksSchema,
  settingsSchema,
  statusSchema,
  type SettingsView,
  type StatusView,
} from "@/lib/contracts/admin/settings";
import { todaySchema } from "@/lib/contracts/admin/today";
import { recordNewestBackup } from "@/lib/domain/status/backups";
import { getRepeatTrialPolicy, getSmsDailyBudget } from "@/lib/domain/settings/team-settings";
import { provideContext } from "@/lib/http/route/context";
import { openAdminClient, startApi, type ApiClient } from "@/tests/support/api";
import { sandboxVariables } from "@/tests/support/env-variables";
import { runCommand } from "@/tests/support/run-command";
import { useForFile } from "@/tests/support/use-for-file";

const now = "2026-11-18T12:00:00.000Z";
const path = "/api/admin/settings";

const api = useForFile(() => startApi({ now }));
let owner: ApiClient;
let dataDir: string;
let variables: Record<string, string>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "threeline-settings-"));
  // The routes read the process's settings. Nothing listens on the port of the sandbox.
  variables = {
    ...sandboxVariables,
    SANDBOX_PORT: "1",
    SITE_URL: "http://127.0.0.1:1",
    DATABASE_URL: api.databaseUrl,
    DATA_DIR: dataDir,
    POSTMARK_SERVER_TOKEN: "postmark-secret",
    TWILIO_AUTH_TOKEN: "twilio-secret",
    METRICS_TOKEN: "0123456789abcdef",
  };
  Object.assign(process.env, variables);
  provideContext(api.ctx);
  owner = await api.adminClient();
});

afterEach(async () => {
  Object.assign(api.ctx.settings, {
    smsDailyBudget: null,
    repeatTrialPolicy: null,
    isSandbox: true,
  });
  await api.ctx.db.storedSetting.deleteMany();
  await api.ctx.db.backup.deleteMany();
});

afterAll(async () => {
  for (const name of Object.keys(variables)) delete process.env[name];
  await rm(dataDir, { recursive: true });
});

const change = (json: object, client = owner) => client.call(CHANGE, "PUT", path, { json });

async function read(): Promise<SettingsView> {
  return settingsSchema.parse((await owner.call(READ, "GET", path)).body);
}

async function readStatus(): Promise<StatusView> {
  return statusSchema.parse((await owner.call(STATUS, "GET", `${path}/status`)).body);
}

const report = (json: object) => owner.call(REPORT, "POST", `${path}/backups`, { json });

const lastEvent = () => api.ctx.db.auditEvent.findFirstOrThrow({ orderBy: { id: "desc" } });

test.each(["editor", "support"] as const)("%s sees the status and nothing else", async (role) => {
  const client = await openAdminClient(api.ctx, role);
  const statuses = [
    await client.call(STATUS, "GET", `${path}/status`),
    await client.call(READ, "GET", path),
    await client.call(CHANGE, "PUT", path, { json: { smsDailyBudget: 5 } }),
    await client.call(CHECK, "POST", `${path}/checks`),
    await client.call(REPORT, "POST", `${path}/backups`, { json: { name: "x" } }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 403, 403, 403, 403]);
});

describe("a setting", () => {
  test("counts at once, in every process, and its change is recorded", async () => {
    expect((await read()).settings).toEqual({
      smsDailyBudget: { value: 1_000, variable: null },
      repeatTrialPolicy: { value: "note", variable: null },
      requireApproval: { value: false, variable: null },
      requireTwoFactor: { value: false, variable: null },
    });
    expect(await change({ smsDailyBudget: 250 })).toMatchObject({
      status: 200,
      body: { message: "Settings saved" },
    });
    expect(await lastEvent()).toMatchObject({
      action: "setting.changed",
      subject: "setting:smsDailyBudget",
      detail: { before: 1_000, after: 250 },
    });
    await change({ repeatTrialPolicy: "refuse" });
    const { ctx } = api;
    expect([await getSmsDailyBudget(ctx), await getRepeatTrialPolicy(ctx)]).toEqual([
      250,
      "refuse",
    ]);
  });

  test("that isn't changed isn't recorded", async () => {
    const before = await lastEvent();
    expect((await change({ smsDailyBudget: 1_000 })).status).toBe(200);
    expect((await lastEvent()).id).toBe(before.id);
  });

  test("that a variable sets can't be changed, and names the variable", async () => {
    api.ctx.settings.smsDailyBudget = 7;
    expect((await read()).settings.smsDailyBudget).toEqual({
      value: 7,
      variable: "SMS_DAILY_BUDGET",
    });
    expect(await change({ smsDailyBudget: 8, repeatTrialPolicy: "refuse" })).toMatchObject({
      status: 409,
      body: {
        field: "smsDailyBudget",
        message: "The variable SMS_DAILY_BUDGET sets this. Change it there and restart.",
      },
    });
    expect((await read()).settings.repeatTrialPolicy.value).toBe("note");
  });

  test.each([
    [{ smsDailyBudget: 0 }, "smsDailyBudget"],
    [{ smsDailyBudget: 1.5 }, "smsDailyBudget"],
    [{ smsDailyBudget: "5" }, "smsDailyBudget"],
    [{ repeatTrialPolicy: "maybe" }, "repeatTrialPolicy"],
  ])("is refused as %j", async (json, field) => {
    const { status, body } = await change(json);
    expect(status).toBe(400);
    expect(body).toMatchObject({ field });
  });

  test("must be named", async () => {
    expect((await change({})).status).toBe(400);
  });

  test("can be listed and set on the command line", async () => {
    expect(await runCommand(["settings", "set", "smsDailyBudget", "75"], variables)).toMatchObject({
      code: 0,
      stdout: "Settings saved.\n",
    });
    expect(await lastEvent()).toMatchObject({ actor: "operator", detail: { after: 75 } });
    const { stdout } = await runCommand(["settings", "list"], {
      ...variables,
      REPEAT_TRIAL_POLICY: "refuse",
    });
    expect(stdout).toMatch(/smsDailyBudget +75\n/);
    expect(stdout).toMatch(/repeatTrialPolicy +refuse +REPEAT_TRIAL_POLICY\n/);
    const bad = await runCommand(["settings", "set", "smsDailyBudget", "many"], variables);
    expect(bad.code).toBe(1);
  });
});

test("the configuration has no secret", async () => {
  const text = JSON.stringify(await read());
  for (const secret of ["postmark-secret", "twilio-secret", variables["AUTH_SECRET"]]) {
    expect(text).not.toContain(secret);
  }
  expect(text).toContain("POSTMARK_SERVER_TOKEN");
});

test("the status says what runs, waits, and is stored", async () => {
  const { db } = api.ctx;
  await db.worker.create({
    data: { id: crypto.randomUUID(), name: "threeline-worker-1", host: "here", pid: 1 },
  });
  await db.$executeRaw`
    INSERT INTO provider_rate_limits (provider, next_send_at, paused_until, pause_reason)
    VALUES ('twilio', now(), now() + interval '1 minute', 'unauthorized')`;
  const status = await readStatus();
  expect(status.workers).toMatchObject([{ name: "threeline-worker-1", isRunning: true }]);
  expect(status.providers).toMatchObject([
    { name: "postmark", pauseReason: null, lastUsedAt: null },
    { name: "twilio", pauseReason: "unauthorized" },
    { name: "paddle", pauseReason: null },
  ]);
  expect(status.problems.map(({ code }) => code)).toContain("provider_unauthorized");
  expect(status.queues.find(({ name }) => name === "auditEvents")?.waiting).toBeGreaterThan(0);
  expect(status.database.version).toMatch(/^\d+/);
  expect(status.database.sizeBytes).toBeGreaterThan(1_000_000);
  expect(status.disk.freeBytes).toBeGreaterThan(0);
  expect(status.versions.service).toMatch(/^\d+\.\d+\.\d+$/);
  expect(status.backup).toEqual({ last: null, lastGood: null, isOverdue: false, isNeeded: false });
  const { code, stdout } = await runCommand(["status"], variables);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/threeline-worker-1 +running on here/)]);
});

test("the checks of doctor run, fail without a sandbox, and are limited", async () => {
  const { status, body } = await owner.call(CHECK, "POST", `${path}/checks`);
  expect(status).toBe(200);
  const { checks, fail } = checksSchema.parse(body);
  expect(fail).toBeGreaterThan(0);
  expect(checks.find(({ name }) => name === "Postmark key")).toMatchObject({
    status: "fail",
    fix: expect.stringContaining("npm start"),
  });
  expect(checks.find(({ name }) => name === "Database restore")).toMatchObject({ status: "pass" });
  expect(JSON.stringify(body)).not.toContain("postmark-secret");
});

describe("a backup", () => {
  const readBackup = async () => (await readStatus()).backup;
  const readToday = async () =>
    todaySchema.parse((await owner.call(TODAY, "GET", "/api/admin/today")).body);
  const readMetrics = async () => {
    const request = new Request("http://localhost/api/metrics", {
      headers: { authorization: `Bearer ${variables["METRICS_TOKEN"]}` },
    });
    return (await METRICS(request, { params: Promise.resolve({}) })).text();
  };

  test("that a script reports is recorded once", async () => {
    const backup = { name: "snap-1", finishedAt: "2026-11-18T09:00:00.000Z", sizeBytes: 5e9 };
    expect((await report(backup)).body).toEqual({ isNew: true });
    expect((await report(backup)).body).toEqual({ isNew: false });
    expect((await readBackup()).lastGood).toEqual({ ...backup, result: "unchecked" });
    expect(await api.ctx.db.auditEvent.count({ where: { action: "backup.recorded" } })).toBe(1);
    expect((await report({ ...backup, result: "passed" })).body).toEqual({ isNew: true });
    expect((await report(backup)).body).toEqual({ isNew: false });
    expect((await readBackup()).lastGood).toEqual({ ...backup, result: "passed" });
    const ahead = await report({ name: "snap-2", finishedAt: "2026-11-18T13:00:00.000Z" });
    expect(ahead).toMatchObject({ status: 400, body: { field: "finishedAt" } });
  });

  test("that failed isn't a good one", async () => {
    await report({ name: "good", finishedAt: "2026-11-18T08:00:00.000Z", sizeBytes: 10 });
    await report({ name: "bad", finishedAt: "2026-11-18T11:00:00.000Z", result: "failed" });
    expect(await readBackup()).toMatchObject({
      last: { name: "bad" },
      lastGood: { name: "good" },
      isOverdue: false,
    });
    const metrics = await readMetrics();
    expect(metrics).toContain("threeline_backup_age_seconds 14400\n");
    expect(metrics).toContain("threeline_backup_size_bytes 10\n");
    expect(metrics).toContain("threeline_backup_failed 1\n");
  });

  test("that is missing or old needs attention on Today, and doesn't stop the briefing", async () => {
    const backupOf = ({ next, attention }: Awaited<ReturnType<typeof readToday>>) => [
      next.checks.find(({ name }) => name === "backup")?.state,
      attention.some(({ kind }) => kind === "backup"),
    ];
    expect(backupOf(await readToday())).toEqual([undefined, false]);
    api.ctx.settings.isSandbox = false;
    expect(backupOf(await readToday())).toEqual(["ask", true]);
    await report({ name: "old", finishedAt: "2026-11-17T10:00:00.000Z" });
    expect(backupOf(await readToday())).toEqual(["ask", true]);
    expect((await readBackup()).isOverdue).toBe(true);
    await report({ name: "new", finishedAt: "2026-11-17T10:00:01.000Z" });
    expect(backupOf(await readToday())).toEqual(["passed", false]);
  });

  test("in BACKUP_DIR is recorded once it's complete, and an incomplete one is bad", async () => {
    const folder = await mkdtemp(join(tmpdir(), "threeline-backups-"));
    const write = async (name: string, text: string, at: string) => {
      await writeFile(join(folder, name), text);
      await utimes(join(folder, name), new Date(at), new Date(at));
    };
    const record = () => recordNewestBackup(api.ctx, folder, new Date(now));
    const start = "--\n-- PostgreSQL database dump\n--\n";
    await write(
      "1.sql",
      `${start}\n-- PostgreSQL database dump complete\n`,
      "2026-11-18T03:00:00Z",
    );
    await write("2.sql", start, "2026-11-18T11:59:30Z");
    await record();
    await record();
    expect(await readBackup()).toMatchObject({ last: { name: "1.sql", result: "passed" } });
    await write("2.sql", start, "2026-11-18T11:00:00Z");
    await record();
    expect(await readBackup()).toMatchObject({
      last: { name: "2.sql", result: "failed" },
      lastGood: { name: "1.sql" },
    });
    await write("3.dump", "PGDMP", "2026-11-18T11:30:00Z");
    await record();
    expect(await readBackup()).toMatchObject({ lastGood: { name: "3.dump", result: "unchecked" } });
    for (const name of ["backup.log", "3.dump.sha256", "README", ".4.dump", "5.dump.part"]) {
      await write(name, "Wrote 3.dump.", "2026-11-18T11:40:00Z");
    }
    await record();
    expect(await api.ctx.db.backup.count()).toBe(3);
    await rm(folder, { recursive: true });
  });

  test("can be recorded on the command line", async () => {
    const file = join(dataDir, "empty.dump");
    await writeFile(file, "");
    await utimes(file, new Date(now), new Date(now));
    const run = (...args: string[]) => runCommand(["backup", "record", ...args], variables);
    expect(await run("--file", file)).toMatchObject({
      code: 0,
      stdout: "Recorded: empty.dump, incomplete or failed.\n",
    });
    expect(await run("--file", file)).toMatchObject({
      stdout: "empty.dump was recorded before.\n",
    });
    expect((await run("--file", join(dataDir, "none"))).code).toBe(1);
    expect((await run("--size", "3")).code).toBe(1);
    const at = "2026-11-18T12:00:00Z";
    const named = await run("--name", "snap", "--finished", at, "--result", "passed");
    expect(named.stdout).toBe("Recorded: snap, complete.\n");
  });
});
