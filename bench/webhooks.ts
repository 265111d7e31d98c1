import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { applyReports } from "@/lib/domain/delivery/reports/apply-reports";
import { systemClock } from "@/lib/platform/clock";
import { connectDatabase, type Database } from "@/lib/platform/database/database";
import { createLogger } from "@/lib/platform/logger";
import { quantile } from "./quantile";
import { withScratch, type Scratch } from "./scratch";
import { startWeb } from "./web";
import {
  callsOf,
  callVariables,
  eventsPerBuyer,
  refused,
  reportedDate,
  send,
  signUpCall,
  webPort,
  type Call,
} from "./webhook-calls";

type Source = keyof typeof callsOf;

type Times = { p50Ms: number; p99Ms: number; maxMs: number };

/** Full speed. `ofRefused` compares with calls that are refused for their signature, in the same run. */
type Speed = { eventsPerSecond: number; ofRefused: number };

type WebhooksBench = {
  bench: "webhooks";
  events: number;
  /** Accepted, stored, and applied. */
  paddle: Speed;
  /** Accepted and stored. */
  postmark: Speed;
  twilio: Speed;
  /** Delivery reports applied per second, and how long after the last call the last was applied. */
  reports: { appliedPerSecond: number; lastAfterMs: number };
  /** Response times of Paddle's events at a steady 200 per second. */
  steady: Times;
  /** Response times of sign-ups at a steady 20 per second, alone and during bursts at full speed. */
  signUp: { alone: Times; duringPaddle: Times; duringPostmark: Times };
  /** Unexpected responses. Unless this is 0, the rest means nothing. */
  failed: number;
};

const steadyPerSecond = 200;
const signUpsPerSecond = 20;
const concurrency = 32;
const warmUp = 400;

/** Calls at full speed, 32 at a time, until `until` says so or `count` have been made. */
async function sendAll(
  callOf: (index: number) => Call,
  from: number,
  count: number,
  options: { status?: number; until?: (() => boolean) | undefined } = {},
): Promise<{ perSecond: number; sent: number; failed: number }> {
  const startedAt = performance.now();
  let next = from;
  let failed = 0;
  const loop = async () => {
    while (next < from + count && !options.until?.()) {
      next += 1;
      if ((await send(callOf(next - 1))) !== (options.status ?? 200)) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const sent = next - from;
  return { perSecond: sent / ((performance.now() - startedAt) / 1_000), sent, failed };
}

/**
 * Makes calls at a steady rate, whether or not the last one has a response. Times count from when a call
 * was due, so that a late sender doesn't hide a delay.
 */
async function sendSteadily(
  callOf: (index: number) => Call,
  from: number,
  count: number,
  perSecond: number,
): Promise<{ times: Times; failed: number }> {
  const startedAt = performance.now();
  const answers: Promise<number | null>[] = [];
  while (answers.length < count) {
    const passedMs = performance.now() - startedAt;
    while (answers.length < Math.min(count, (passedMs / 1_000) * perSecond)) {
      const dueAt = startedAt + (answers.length / perSecond) * 1_000;
      const answer = send(callOf(from + answers.length));
      answers.push(answer.then((status) => (status === 200 ? performance.now() - dueAt : null)));
    }
    await sleep(2);
  }
  const taken = (await Promise.all(answers)).filter((ms) => ms !== null);
  const sorted = taken.toSorted((a, b) => a - b);
  const times = {
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    maxMs: quantile(sorted, 1),
  };
  return { times, failed: count - taken.length };
}

/** Applies reports twice a second, as a worker does, until `stop`. */
function startApplier(db: Database): { stop(): Promise<{ busyMs: number; lastAfterMs: number }> } {
  const ctx = { db, clock: systemClock, log: createLogger("threeline-bench", "warn") };
  let isStopped = false;
  let busyMs = 0;
  const apply = async () => {
    const startedAt = performance.now();
    await applyReports(ctx);
    busyMs += performance.now() - startedAt;
  };
  const loop = (async () => {
    while (!isStopped) {
      await apply();
      await sleep(500);
    }
  })();
  return {
    async stop() {
      const stoppedAt = performance.now();
      isStopped = true;
      await loop;
      await apply();
      return { busyMs, lastAfterMs: Math.round(performance.now() - stoppedAt) };
    },
  };
}

/**
 * Measures signed webhook calls with one built web process and the embedded database: each provider's at
 * full speed, Paddle's at a steady 200 per second, and sign-ups during bursts.
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
  const sizes = { events: Number(values.events), seconds: Number(values.seconds) };
  return withScratch((scratch) => measure(scratch, sizes, values.built));
}

async function measure(
  scratch: Scratch,
  { events, seconds }: { events: number; seconds: number },
  built: string | undefined,
): Promise<WebhooksBench> {
  const { db, close } = connectDatabase(scratch.server.url, { maxConnections: 2 });
  let failed = 0;
  /** How many calls of each provider were made: each event is new. */
  const made: Record<Source, number> = { paddle: 0, postmark: 0, twilio: 0 };

  const burst = async (source: Source, count: number, until?: () => boolean) => {
    const result = await sendAll(callsOf[source], made[source], count, { until });
    made[source] += result.sent;
    failed += result.failed;
    return result.perSecond;
  };
  const measureSpeed = async (source: Source): Promise<Speed> => {
    const callOf = (index: number) => refused(callsOf[source](index));
    const ceiling = await sendAll(callOf, 0, events, { status: 401 });
    failed += ceiling.failed;
    const perSecond = await burst(source, events);
    const ofRefused = Math.round((perSecond / ceiling.perSecond) * 100) / 100;
    console.log(`${source}: ${Math.round(perSecond)}/s, ${ofRefused} of refused calls`);
    return { eventsPerSecond: Math.round(perSecond), ofRefused };
  };
  let signedUp = 0;
  const measureSignUps = async (during?: Source): Promise<Times> => {
    const count = Math.ceil((seconds / 4) * signUpsPerSecond);
    let isOver = false;
    const noise = during && burst(during, Infinity, () => isOver);
    const result = await sendSteadily(signUpCall, signedUp, count, signUpsPerSecond);
    isOver = true;
    await noise;
    signedUp += count;
    failed += result.failed;
    return result.times;
  };

  try {
    await db.$queryRaw`SELECT create_month('deliveries', ${reportedDate}::date),
      create_month('webhook_events', now()::date)`;
    await addDeliveries(db, events + warmUp);
    await startWeb(scratch, { built, port: webPort, variables: callVariables });
    for (const source of ["paddle", "postmark", "twilio"] as const) await burst(source, warmUp);
    const paddle = await measureSpeed("paddle");
    const applier = startApplier(db);
    const postmark = await measureSpeed("postmark");
    const twilio = await measureSpeed("twilio");
    const applied = await applier.stop();
    const steady = await sendSteadily(
      callsOf.paddle,
      made.paddle,
      seconds * steadyPerSecond,
      steadyPerSecond,
    );
    made.paddle += seconds * steadyPerSecond;
    failed += steady.failed;
    const reported = made.postmark + made.twilio;
    await requireApplied(db, { buyers: made.paddle / eventsPerBuyer, reports: reported });
    const signUp = {
      alone: await measureSignUps(),
      duringPaddle: await measureSignUps("paddle"),
      duringPostmark: await measureSignUps("postmark"),
    };
    return {
      bench: "webhooks",
      events,
      paddle,
      postmark,
      twilio,
      reports: {
        appliedPerSecond: Math.round(reported / (applied.busyMs / 1_000)),
        lastAfterMs: applied.lastAfterMs,
      },
      steady: steady.times,
      signUp,
      failed,
    };
  } finally {
    await close();
  }
}

/** Adds ledger rows that were accepted and have no report yet. */
async function addDeliveries(db: Database, count: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO deliveries
      (local_date, channel, subscriber_id, timezone, batch_id, edition_id, state)
    SELECT ${reportedDate}::date, channel, n, 'America/New_York', n / 500, 1, 'accepted'
    FROM generate_series(1, ${count}::int) n, unnest(ARRAY['email', 'sms']) channel`;
}

/** Throws when accepted events were not applied. */
async function requireApplied(
  db: Database,
  expected: { buyers: number; reports: number },
): Promise<void> {
  const buyers = await db.subscription.count({
    where: { status: "active", subscriberId: { not: null } },
  });
  if (buyers < Math.floor(expected.buyers)) {
    throw new Error(`Only ${buyers} of ${expected.buyers} purchases were applied.`);
  }
  const reports = await db.delivery.count({ where: { providerStatus: "delivered" } });
  if (reports < expected.reports) {
    throw new Error(`Only ${reports} of ${expected.reports} delivery reports were applied.`);
  }
}
