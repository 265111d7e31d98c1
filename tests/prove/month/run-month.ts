import { randomUUID } from "node:crypto";
import { toDatabaseDate } from "@/lib/calendar/days";
import { channels } from "@/lib/contracts/primitives";
import { timezoneNames } from "@/lib/contracts/timezones";
import type { Context } from "@/lib/domain/context";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import {
  recordHeartbeat,
  registerWorker,
  retireWorker,
  type WorkerIdentity,
} from "@/lib/domain/delivery/engine/worker-lease";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import type { Input } from "../checker/history";
import { windowOf } from "../checker/windows";
import type { VirtualDatabase } from "../sim/database";
import type { People } from "../sim/people";
import type { Random } from "../sim/random";
import {
  breakdowns,
  dates,
  emailLeadMinutes,
  eventsOf,
  hour,
  messageEditedAt,
  messageSavedAt,
  minute,
} from "./calendar";
import type { HealthSample } from "./health";
import type { MonthProviders } from "./providers";

const workerCount = 3;

/** Batches that the workers have at the same time. */
const batchesAtOnce = 12;

/** The virtual time that a round of batches takes. */
const roundMs = 400;

/** The date's nightly jobs run at this time, in UTC. */
const nightlyAt = 4 * hour;

type Timed = { at: number; run: () => Promise<void> };

/** The month's clock. `setTo` is when it was last set forward, over days without briefings. */
export type MonthTime = { now: number; setTo: number };

/** What a month consists of. */
export type Month = {
  ctx: Context;
  time: MonthTime;
  database: VirtualDatabase;
  providers: MonthProviders;
  people: People;
  subscribers: number;
  random: Random;
};

/** Runs the month, week by week. Returns the samples of health, and what the editor did. */
export async function runMonth(
  month: Month,
): Promise<{ samples: HealthSample[]; inputs: Input[] }> {
  const { ctx, time, database } = month;
  const samples: HealthSample[] = [];
  const inputs: Input[] = [];
  let workers = await startWorkers(ctx);

  const moveTo = async (now: number) => {
    time.now = now;
    await database.setTime(now);
    if (isDown(now)) return;
    for (const { id } of workers) await recordHeartbeat(ctx, id, true);
  };
  const replaceWorkers = async () => {
    await dieWhileSending(month, workers);
    for (const { id } of workers) await retireWorker(ctx, id);
    workers = await startWorkers(ctx);
  };
  const work = async () => {
    if (isDown(time.now)) return;
    for (;;) {
      await runDeliveryTick(ctx);
      const due = await leaseDueBatches(ctx, batchesAtOnce);
      if (due.length === 0) return;
      await Promise.all(
        due.map(({ id }, index) => sendBatch(ctx, workers[index % workerCount] ?? nobody, id)),
      );
      await moveTo(time.now + roundMs);
    }
  };

  for (let week = 0; week < dates.length; week += 5) {
    const ofWeek = dates.slice(week, week + 5);
    const [monday = ""] = ofWeek;
    // From Sunday, before the first message of the week is saved, until Saturday.
    const startsAt = Date.parse(`${monday}T00:00:00Z`) - 13 * hour;
    const endsAt = Date.parse(`${ofWeek.at(-1)}T00:00:00Z`) + 30 * hour;
    console.log(`week of ${monday}`);
    time.setTo = startsAt;
    await moveTo(startsAt);
    const timed = ofWeek
      .flatMap((localDate) => scheduleOf(month, localDate, { inputs, replaceWorkers }))
      .toSorted((one, other) => one.at - other.at);
    let isIdle = false;
    while (time.now < endsAt) {
      if (!isIdle) await work();
      const last = samples.at(-1);
      if (!isIdle && (!last || time.now - last.at >= 2 * minute)) {
        const problems = await listDeliveryProblems(ctx);
        samples.push({
          at: time.now,
          problems: problems.map(({ code, message }) => `${code}: ${message}`),
        });
      }
      const next = timed.find(({ at }) => at > time.now)?.at ?? endsAt;
      const attempt = await nextAttemptAt(database);
      const pauseMs = samples.at(-1)?.problems.length === 0 ? hour : 5 * minute;
      await moveTo(Math.min(next, Math.max(attempt, time.now + 500), time.now + pauseMs, endsAt));
      const due = timed.filter(({ at }) => at === time.now);
      for (const each of due) await each.run();
      // What people do while no briefing is being sent has no effect until the next one.
      const hours = new Date(time.now).getUTCHours();
      isIdle = due.length > 0 && (hours < 6 || hours >= 19);
    }
  }
  return { samples, inputs };
}

const nobody: WorkerIdentity = {
  id: randomUUID(),
  mark: () => 0,
  assertAlive: () => undefined,
  confirmClaim: async () => undefined,
};

function isDown(now: number): boolean {
  return breakdowns.down.from <= now && now < breakdowns.down.until;
}

async function startWorkers(ctx: Context): Promise<WorkerIdentity[]> {
  return Promise.all(
    Array.from({ length: workerCount }, async (_, index) => {
      const id = randomUUID();
      await registerWorker(ctx, { id, name: `worker-${index}`, host: "month", pid: index + 1 });
      return {
        id,
        mark: () => 0,
        assertAlive: () => undefined,
        confirmClaim: async () => undefined,
      };
    }),
  );
}

/** Lets every worker begin a batch whose calls never return. */
async function dieWhileSending(
  { ctx, providers }: Month,
  workers: readonly WorkerIdentity[],
): Promise<void> {
  await runDeliveryTick(ctx);
  const due = await leaseDueBatches(ctx, workerCount);
  const called = providers.die();
  const sending = due.map(({ id }, index) => sendBatch(ctx, workers[index] ?? nobody, id));
  await Promise.race([Promise.all(sending), called(due.length)]);
  providers.recover();
}

/** Everything of a date that happens at a certain time, and the times at which the service has to act. */
function scheduleOf(
  month: Month,
  localDate: string,
  given: { inputs: Input[]; replaceWorkers: () => Promise<void> },
): Timed[] {
  const { ctx, people, random, subscribers } = month;
  const midnight = Date.parse(`${localDate}T00:00:00Z`);
  const nothing = async () => undefined;
  const saveMessage = (text: string) => async () => {
    const now = ctx.clock.now();
    const key = { localDate: toDatabaseDate(localDate) };
    const { count } = await ctx.db.dailyMessage.updateMany({
      where: key,
      data: { message: text, updatedAt: now },
    });
    if (count === 0)
      await ctx.db.dailyMessage.create({ data: { ...key, message: text, createdAt: now } });
    given.inputs.push({ at: now, kind: "message", localDate, text });
  };
  const editedAt = messageEditedAt(localDate);
  const windows = timezoneNames.flatMap((timezone) =>
    channels.map((channel) => windowOf(localDate, timezone, channel, emailLeadMinutes)),
  );
  return [
    { at: messageSavedAt(localDate), run: saveMessage(`The stories of ${localDate}.`) },
    ...(editedAt === null ? [] : [{ at: editedAt, run: saveMessage(`Corrected: ${localDate}.`) }]),
    ...eventsOf(random, localDate, subscribers).map((event) => ({
      at: event.at,
      run: () => people.apply(event),
    })),
    ...windows.flatMap(({ from, until }) => [from, until].map((at) => ({ at, run: nothing }))),
    ...breakdowns.deploys
      .filter((at) => Math.abs(at - midnight) < 24 * hour)
      .map((at) => ({ at, run: given.replaceWorkers })),
    { at: midnight + nightlyAt, run: async () => void (await purgeExpired(ctx)) },
  ];
}

async function nextAttemptAt(database: VirtualDatabase): Promise<number> {
  const [row] = await database.query<{ next: number | null }>(
    `SELECT extract(epoch FROM min(b.next_attempt_at))::float8 * 1000 AS next
    FROM delivery_batches b JOIN delivery_slots s ON s.id = b.slot_id
    WHERE b.state <> 'done' AND s.closed_at IS NULL`,
  );
  return row?.next ?? Infinity;
}
