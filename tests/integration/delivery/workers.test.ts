import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { buildProcesses } from "@/server/build/bundle";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";
const readers = 240;

let at: DeliveryHarness;
let processes: ChildProcess[] = [];

beforeAll(() => buildProcesses(["worker"]));
beforeEach(async () => {
  at = await startDelivery({ SMS_SEGMENTS_PER_SECOND: "400" });
  await at.addMessage(date, "Words of the day");
  await at.setTime("2026-11-23T12:00:00Z");
});
afterEach(async () => {
  for (const child of processes) child.kill("SIGKILL");
  processes = [];
  await at.close();
});

async function startWorkers(...names: string[]): Promise<ChildProcess[]> {
  const started = names.map((name) =>
    fork("dist/worker.mjs", [], {
      env: { ...process.env, ...at.variables, WORKER_NAME: name },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );
  processes.push(...started);
  await Promise.all(started.map((child) => once(child, "message")));
  return started;
}

async function exitCodeOf(worker: ChildProcess | undefined): Promise<unknown> {
  if (!worker) throw new Error("No such worker.");
  const [code]: unknown[] = await once(worker, "exit");
  return code;
}

async function addReaders(): Promise<void> {
  await at.ctx.db.$executeRaw`
    INSERT INTO subscribers (email, phone, timezone, sms_enabled, sms_consent_at, created_at)
    SELECT 'r' || n || '@example.com', '+1415' || (5000000 + n), 'America/New_York', true, now(),
      '2026-01-01'
    FROM generate_series(1, ${readers}) AS n`;
  await at.ctx.db.$executeRaw`
    INSERT INTO subscriptions (subscriber_id, status) SELECT id, 'active' FROM subscribers`;
}

async function accepted(): Promise<number> {
  return (await at.sent()).length;
}

async function untilSettled(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { email, sms } = (await getBriefingStatus(at.ctx, date)).channels;
      expect([email.planned, sms.planned]).toEqual([readers, readers]);
      expect(email.pending + sms.pending).toBe(0);
    },
    { timeout: 55_000, interval: 250 },
  );
}

async function expectEverybodyOnce(): Promise<void> {
  for (const channel of ["email", "sms"] as const) {
    const to = (await at.sent(channel)).map((each) => each.to);
    expect(to).toHaveLength(readers);
    expect(new Set(to).size).toBe(readers);
  }
  const { channels } = await getBriefingStatus(at.ctx, date);
  expect(channels.email.accepted).toBe(readers);
  expect(channels.sms.accepted).toBe(readers);
}

describe("worker processes", { timeout: 60_000 }, () => {
  it("two of them share a morning; one killed in mid-send while connections drop loses and doubles nothing", async () => {
    await addReaders();
    await at.fault({ provider: "twilio", mode: "accept-then-drop", probability: 0.05 });
    await at.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    const [first] = await startWorkers("threeline-worker-1", "threeline-worker-2");
    await at.setTime(eight);
    await vi.waitFor(async () => expect(await accepted()).toBeGreaterThan(60), {
      timeout: 20_000,
      interval: 20,
    });
    first?.kill("SIGKILL");
    await startWorkers("threeline-worker-1");
    await untilSettled();
    await expectEverybodyOnce();
  });

  it("stops within its time on SIGTERM, in mid-send too, and the next one goes on", async () => {
    await addReaders();
    const [worker] = await startWorkers("threeline-worker-1");
    await at.setTime(eight);
    await vi.waitFor(async () => expect(await accepted()).toBeGreaterThan(30), {
      timeout: 20_000,
      interval: 20,
    });
    const exitCode = exitCodeOf(worker);
    worker?.kill("SIGTERM");
    expect(await exitCode).toBe(0);
    await startWorkers("threeline-worker-1");
    await untilSettled();
    await expectEverybodyOnce();
  });

  it("ends by itself when its supervisor is gone", async () => {
    const [worker] = await startWorkers("threeline-worker-1");
    const exitCode = exitCodeOf(worker);
    worker?.disconnect();
    expect(await exitCode).toBe(0);
  });

  it("survives the loss of every database connection in mid-send", async () => {
    await addReaders();
    await startWorkers("threeline-worker-1");
    await at.setTime(eight);
    await vi.waitFor(async () => expect(await accepted()).toBeGreaterThan(30), {
      timeout: 20_000,
      interval: 20,
    });
    await at.ctx.db.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await untilSettled();
    await expectEverybodyOnce();
  });
});
