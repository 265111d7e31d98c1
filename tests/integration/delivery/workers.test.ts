// @module-tag slow
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { maxImportRows } from "@/lib/contracts/admin/imports";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { buildProcesses } from "@/server/build/bundle";
import { workerNodeFlags } from "@/server/worker/node-flags";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";
const subscriberCount = 240;

let harness: DeliveryHarness;
let processes: ChildProcess[] = [];

beforeAll(() => buildProcesses(["worker"]));
beforeEach(async () => {
  harness = await startDelivery({
    SMS_SEGMENTS_PER_SECOND: "400",
    UNKNOWN_OUTCOME_WAIT_SECONDS: "1",
  });
  await harness.addMessage(date, "Words of the day");
  await harness.setTime("2026-11-23T12:00:00Z");
});
afterEach(async () => {
  for (const child of processes) child.kill("SIGKILL");
  processes = [];
  await harness.close();
});

async function startWorkers(...names: string[]): Promise<ChildProcess[]> {
  const started = names.map((name) =>
    fork("dist/worker.mjs", [], {
      execArgv: [...workerNodeFlags],
      env: { ...process.env, ...harness.variables, WORKER_NAME: name },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );
  processes.push(...started);
  await Promise.all(
    started.map((child) =>
      Promise.race([
        once(child, "message"),
        once(child, "exit").then(([code]) => {
          throw new Error(`A worker ended with ${code}.`);
        }),
      ]),
    ),
  );
  return started;
}

/** The system call in which a process waits for events, `epoll_pwait`. */
const waiting = process.arch === "arm64" ? "22" : "281";

/**
 * Suspends a worker while it waits. One that is suspended between its last check of a call and the
 * write makes that call when it resumes, which nothing can prevent (decision 7).
 */
async function suspendWaiting(worker: ChildProcess): Promise<void> {
  for (;;) {
    worker.kill("SIGSTOP");
    await wait(50);
    if (!existsSync("/proc")) return;
    const [systemCall] = readFileSync(`/proc/${worker.pid}/syscall`, "utf8").split(" ");
    if (systemCall === waiting) return;
    worker.kill("SIGCONT");
    await wait(1);
  }
}

async function exitCodeOf(worker: ChildProcess | undefined): Promise<unknown> {
  if (!worker) throw new Error("No such worker.");
  const [code]: unknown[] = await once(worker, "exit");
  return code;
}

async function addSubscribers(): Promise<void> {
  await harness.ctx.db.$executeRaw`
    INSERT INTO subscribers (email, phone, timezone, sms_enabled, sms_consent_at, created_at)
    SELECT 'r' || n || '@example.com', '+1415' || (5000000 + n), 'America/New_York', true, now(),
      '2026-01-01'
    FROM generate_series(1, ${subscriberCount}) AS n`;
  await harness.ctx.db.$executeRaw`
    INSERT INTO subscriptions (subscriber_id, status) SELECT id, 'active' FROM subscribers`;
}

async function importedRows(): Promise<number> {
  return (await harness.ctx.db.subscriberImport.findFirstOrThrow()).processed;
}

async function accepted(): Promise<number> {
  const path = "/sandbox/messages/count?channel=sms";
  return (await harness.control<{ total: number }>("GET", path)).total;
}

async function waitUntilFinished(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { email, sms } = (await getBriefingStatus(harness.ctx, date)).channels;
      expect([email.planned, sms.planned]).toEqual([subscriberCount, subscriberCount]);
      expect(email.pending + sms.pending).toBe(0);
    },
    { timeout: 150_000, interval: 250 },
  );
}

async function expectOneEach(): Promise<void> {
  for (const channel of ["email", "sms"] as const) {
    const to = (await harness.sent(channel)).map((each) => each.to);
    expect(to).toHaveLength(subscriberCount);
    expect(new Set(to).size).toBe(subscriberCount);
  }
  const { channels } = await getBriefingStatus(harness.ctx, date);
  expect(channels.email.accepted).toBe(subscriberCount);
  expect(channels.sms.accepted).toBe(subscriberCount);
}

describe("worker processes", { timeout: 240_000 }, () => {
  it("two share the delivery, and killing one mid-send while connections drop loses and doubles nothing", async () => {
    await addSubscribers();
    await harness.fault({ provider: "twilio", mode: "accept-then-drop", probability: 0.05 });
    await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    const [first] = await startWorkers("threeline-worker-1", "threeline-worker-2");
    await harness.setTime(eight);
    await vi.waitFor(async () => expect(await accepted()).toBeGreaterThan(60), {
      timeout: 60_000,
      interval: 50,
    });
    first?.kill("SIGKILL");
    await startWorkers("threeline-worker-1");
    await waitUntilFinished();
    await expectOneEach();
  });

  it("one stops in time on SIGTERM mid-send, and the next one continues", async () => {
    await addSubscribers();
    const [worker] = await startWorkers("threeline-worker-1");
    await harness.setTime(eight);
    await vi.waitFor(async () => expect(await accepted()).toBeGreaterThan(30), {
      timeout: 60_000,
      interval: 50,
    });
    const exitCode = exitCodeOf(worker);
    worker?.kill("SIGTERM");
    expect(await exitCode).toBe(0);
    await startWorkers("threeline-worker-1");
    await waitUntilFinished();
    await expectOneEach();
  });

  it("one that is suspended mid-send until another has taken over sends nothing more", async () => {
    await addSubscribers();
    const [first] = await startWorkers("threeline-worker-1", "threeline-worker-2");
    if (!first) throw new Error("No worker.");
    await harness.setTime(eight);
    await vi.waitFor(async () => expect(await accepted()).toBeGreaterThan(60), {
      timeout: 60_000,
      interval: 50,
    });
    await suspendWaiting(first);
    await waitUntilFinished();
    // When it was between two batches, the other may be done before it counts as dead.
    await vi.waitFor(
      async () => {
        const dead = { name: "threeline-worker-1", stoppedAt: { not: null } };
        expect(await harness.ctx.db.worker.count({ where: dead })).toBe(1);
      },
      { timeout: 60_000, interval: 250 },
    );
    const exitCode = exitCodeOf(first);
    first.kill("SIGCONT");
    expect(await exitCode).toBe(1);
    await expectOneEach();
  });

  it("one delivers while it imports the largest file, and stops in the middle of it", async () => {
    await addSubscribers();
    const rows = Array.from({ length: maxImportRows }, (_, n) => `p${n}@example.net,Pat ${n}`);
    await harness.ctx.db.subscriberImport.create({
      data: {
        actor: "admin:dana",
        fileName: "people.csv",
        content: ["email,name", ...rows].join("\n"),
        source: "unknown",
        columns: ["email", "name"].map((column) => ({ header: column, firstValue: "", column })),
        state: "running",
        total: rows.length,
      },
    });
    const [worker] = await startWorkers("threeline-worker-1");
    const exitCode = exitCodeOf(worker);
    await harness.setTime(eight);
    await waitUntilFinished();
    await expectOneEach();
    await vi.waitFor(async () => expect(await importedRows()).toBeGreaterThan(0), {
      timeout: 60_000,
      interval: 50,
    });
    worker?.kill("SIGTERM");
    expect(await exitCode).toBe(0);
    expect(await importedRows()).toBeLessThan(rows.length);
  });

  it("one exits when its supervisor is gone", async () => {
    const [worker] = await startWorkers("threeline-worker-1");
    const exitCode = exitCodeOf(worker);
    worker?.disconnect();
    expect(await exitCode).toBe(0);
  });

  it("one survives losing every database connection mid-send", async () => {
    await addSubscribers();
    await startWorkers("threeline-worker-1");
    await harness.setTime(eight);
    await vi.waitFor(async () => expect(await accepted()).toBeGreaterThan(30), {
      timeout: 60_000,
      interval: 50,
    });
    await harness.ctx.db.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await waitUntilFinished();
    await expectOneEach();
  });
});
