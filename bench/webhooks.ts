import type { ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectDatabase } from "@/lib/platform/database/database";
import { startLocalPostgres } from "@/server/postgres/local-postgres";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { quantile } from "./quantile";
import { startWeb } from "./web";

type WebhooksBench = {
  bench: "webhooks";
  events: number;
  /** Accepted, stored, and applied at full speed. */
  eventsPerSecond: number;
  /** Response times at a steady 200 per second. */
  steadyPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Responses other than 200. Unless this is 0, the rest means nothing. */
  failed: number;
};

const webPort = 3_940;
const steadyPerSecond = 200;
const concurrency = 32;
const secret = "bench-webhook-secret";
const eventsPerBuyer = 4;

/** The nth event: each buyer is created, subscribes, pays, and is activated. */
function eventOf(index: number): string {
  const buyer = Math.floor(index / eventsPerBuyer);
  const at = "2026-11-20T12:00:00.000000Z";
  const later = "2026-11-27T12:00:00.000000Z";
  const customerId = `ctm_${buyer}`;
  const customer = { id: customerId, email: `buyer${buyer}@bench.example`, name: "Buyer" };
  const subscription = {
    id: `sub_${buyer}`,
    customer_id: customerId,
    status: index % eventsPerBuyer === 3 ? "active" : "trialing",
    updated_at: at,
    next_billed_at: later,
    billing_cycle: { interval: "month", frequency: 1 },
    items: [{ trial_dates: { starts_at: at, ends_at: later } }],
    custom_data: { uid: `uid_${buyer}` },
  };
  const transaction = {
    id: `txn_${buyer}`,
    customer_id: customerId,
    subscription_id: `sub_${buyer}`,
    billing_period: { starts_at: at, ends_at: later },
    custom_data: { uid: `uid_${buyer}` },
  };
  const kinds = [
    ["customer.created", customer],
    ["subscription.created", subscription],
    ["transaction.completed", transaction],
    ["subscription.activated", subscription],
  ] as const;
  const [event_type, data] = kinds[index % eventsPerBuyer] ?? kinds[0];
  const eventId = `evt_${String(index).padStart(12, "0")}`;
  return JSON.stringify({ event_id: eventId, event_type, occurred_at: at, data });
}

// Node's own client uses the least CPU, which leaves more for the server.
const agent = new Agent({ keepAlive: true });

/** Sends one event, signed as Paddle does. Returns whether it was accepted. */
function send(index: number): Promise<boolean> {
  const body = eventOf(index);
  const ts = Math.floor(Date.now() / 1_000);
  const h1 = createHmac("sha256", secret).update(`${ts}:${body}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "accept-encoding": "gzip",
    "paddle-signature": `ts=${ts};h1=${h1}`,
  };
  const options = { agent, port: webPort, path: "/api/webhooks/paddle", method: "POST", headers };
  return new Promise((resolve) => {
    const call = request(options, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200));
    });
    call.on("error", () => resolve(false));
    call.end(body);
  });
}

/** Sends events at full speed, 32 at a time. */
async function sendAll(from: number, count: number): Promise<{ seconds: number; failed: number }> {
  const startedAt = performance.now();
  let next = from;
  let failed = 0;
  const loop = async () => {
    while (next < from + count) {
      next += 1;
      if (!(await send(next - 1))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return { seconds: (performance.now() - startedAt) / 1_000, failed };
}

/**
 * Sends one event every five milliseconds, whether or not the last one has a response. Times count from
 * when an event was due, so that a late sender doesn't hide a delay. Null: not accepted.
 */
async function sendSteadily(from: number, count: number): Promise<(number | null)[]> {
  const startedAt = performance.now();
  const answers: Promise<number | null>[] = [];
  while (answers.length < count) {
    const passedMs = performance.now() - startedAt;
    while (answers.length < Math.min(count, (passedMs / 1_000) * steadyPerSecond)) {
      const dueAt = startedAt + (answers.length / steadyPerSecond) * 1_000;
      const answer = send(from + answers.length);
      answers.push(answer.then((isTaken) => (isTaken ? performance.now() - dueAt : null)));
    }
    await sleep(2);
  }
  return Promise.all(answers);
}

/**
 * Measures signed Paddle events with one built web process and the embedded database: first at full
 * speed, then the response times at a steady 200 per second.
 */
export async function benchWebhooks(args: string[]): Promise<WebhooksBench> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: "string", default: "8000" },
      seconds: { type: "string", default: "20" },
      /** A folder with built pages. */
      built: { type: "string" },
    },
  });
  const events = Number(values.events);
  const dataDir = mkdtempSync(join(tmpdir(), "threeline-bench-"));
  const server = await startLocalPostgres(dataDir);
  let web: ChildProcess | undefined;
  try {
    await applyMigrations(server.url);
    web = await startWeb(server.url, {
      dataDir,
      built: values.built,
      port: webPort,
      variables: { PADDLE_WEBHOOK_SECRET: secret },
    });
    const warmUp = 400;
    await sendAll(0, warmUp);
    const burst = await sendAll(warmUp, events);
    const eventsPerSecond = Math.round(events / burst.seconds);
    console.log(`${events} events: ${burst.seconds.toFixed(1)} s, ${eventsPerSecond}/s`);
    const responses = await sendSteadily(warmUp + events, Number(values.seconds) * steadyPerSecond);
    const times = responses.filter((ms) => ms !== null).toSorted((a, b) => a - b);
    const failed = burst.failed + responses.length - times.length;
    await requireApplied(server.url, Math.floor((warmUp + events) / eventsPerBuyer));
    return {
      bench: "webhooks",
      events,
      eventsPerSecond,
      steadyPerSecond,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      maxMs: quantile(times, 1),
      failed,
    };
  } finally {
    web?.kill("SIGKILL");
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Throws when accepted events were not applied. */
async function requireApplied(url: string, buyers: number): Promise<void> {
  const { db, close } = connectDatabase(url, { maxConnections: 1 });
  try {
    const active = await db.subscription.count({
      where: { status: "active", subscriberId: { not: null } },
    });
    if (active < buyers) throw new Error(`Only ${active} of ${buyers} purchases were applied.`);
  } finally {
    await close();
  }
}
