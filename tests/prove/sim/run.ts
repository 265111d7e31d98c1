import { createHash } from "node:crypto";
import { addDays } from "@/lib/calendar/days";
import { channels } from "@/lib/contracts/primitives";
import { timezoneNames } from "@/lib/contracts/timezones";
import type { Context } from "@/lib/domain/context";
import { mailReports, textReports } from "@/lib/domain/delivery/reports/provider-reports";
import { applyOnce } from "@/lib/domain/webhooks/provider-events";
import { clockFrom } from "@/lib/platform/clock";
import type { Mark } from "@/lib/platform/data-folder/mark-file";
import { check } from "../checker/check";
import type { History, Violation } from "../checker/history";
import { windowOf } from "../checker/windows";
import type { VirtualDatabase } from "./database";
import { checkLedger, readReported } from "./ledger";
import { createPeople } from "./people";
import { createProviderModel } from "./provider-model";
import { createRandom } from "./random";
import { emailLeadMinutes } from "./scenarios";
import { currentActor, Scheduler, type Actor } from "./scheduler";
import { useVirtualWorld } from "./virtual-globals";
import type { Simulation } from "./virtual-ports";
import { startVirtualWorker, type VirtualWorker, type WorkerWorld } from "./virtual-worker";
import type { World } from "./world";

export type RunResult = {
  violations: Violation[];
  log: readonly string[];
  /** The same for two runs that did the same. */
  hash: string;
};

const minute = 60_000;

/** Runs one world from shortly before its first window until after its last, and checks the result. */
export async function runWorld(
  world: World,
  services: Context,
  database: VirtualDatabase,
): Promise<RunResult> {
  const random = createRandom(world.seed ^ 0x5e_ed);
  const scheduler = new Scheduler(world.startsAt, random);
  const actors: Actor[] = [];
  useVirtualWorld(scheduler, actors);
  const workers: (VirtualWorker | null)[] = [];
  const simulation: Simulation = {
    world,
    random,
    scheduler,
    database,
    db: services.db,
    strikes: (kind, channel) =>
      world.faults.find(
        (fault) =>
          fault.kind === kind &&
          fault.from <= scheduler.now &&
          scheduler.now < fault.until &&
          (channel === undefined || ("channel" in fault && fault.channel === channel)) &&
          (!("worker" in fault) || currentActor().actor.name === `worker-${fault.worker}`) &&
          random.chance("share" in fault ? fault.share : 1),
      ),
    crash(actor) {
      if (actor.isDead) return;
      actor.isDead = true;
      scheduler.note(actor.name, "crashes");
      const index = workers.findIndex((worker) => worker?.actor === actor);
      workers[index] = null;
      scheduler.at(scheduler.now + random.int(500, 30_000), null, () => startWorker(index));
    },
    freeze(actor, ms = random.pick([3_000, 15_000, 40_000, 100_000, 200_000])) {
      if (actor.frozenUntil > scheduler.now) return;
      scheduler.note(actor.name, `stops for ${ms} ms`);
      Object.assign(actor, { frozenUntil: scheduler.now + ms, thawMs: random.int(0, 3_000) });
    },
  };

  await database.reset();
  await database.setTime(scheduler.now);
  await fillOtherSlots(database, world, [-4, -3, -2, -1, 0]);
  const web: Context = { ...services, clock: clockFrom(() => new Date(scheduler.now)) };
  const people = createPeople(web, world.localDate);
  const firstMessage = { kind: "message", text: "The first version." } as const;
  if (world.messageAt === null) await people.apply({ ...firstMessage, at: scheduler.now });
  for (const subscriber of world.subscribers) await people.signUp(subscriber);

  const eventOf = <Report>(eventId: string, event: Report) => {
    const occurredAt = web.clock.now();
    return { eventId, kind: "report", payload: {}, occurredAt, event };
  };
  const provider = createProviderModel(simulation, {
    async mail(id, report) {
      await database.setTime(scheduler.now);
      await applyOnce(web, "postmark", eventOf(id, report), mailReports);
    },
    async text(id, report) {
      await database.setTime(scheduler.now);
      await applyOnce(web, "twilio", eventOf(id, report), textReports);
    },
  });
  const base: Context = {
    ...services,
    mail: provider.mail,
    sms: provider.sms,
    marks: createMarks(),
    choices: {
      append: async () => undefined,
      list: async () => [],
      deleteBefore: async () => undefined,
    },
    settings: { ...services.settings, smsSegmentsPerSecond: world.smsSegmentsPerSecond },
  };
  const wakeTimes = wakeTimesOf(world);
  const workerWorld: WorkerWorld = {
    simulation,
    base,
    offer(batchId) {
      const running = workers.flatMap((worker) => worker ?? []);
      // The queue gives a batch to any worker, loses one now and then, or gives it to two.
      if (running.length === 0 || random.chance(0.02)) return;
      for (let copies = random.chance(world.givenTwice) ? 2 : 1; copies > 0; copies -= 1) {
        const { actor, send } = random.pick(running);
        scheduler.at(scheduler.now + random.int(0, 50), actor, () => send(batchId));
      }
    },
    async nextWakeAt(actor, since) {
      // One worker is enough to look after a quiet time.
      const isFirst = workers.find((worker) => worker !== null)?.actor === actor;
      const next =
        wakeTimes.find(
          (time) => time > since && (isFirst || world.isQuick || random.chance(0.3)),
        ) ?? Infinity;
      // An event, so that nothing else happens before the database has answered.
      const nextAttempt = await new Promise<number>((resolve, reject) => {
        scheduler.at(scheduler.now, actor, () =>
          nextAttemptAt(database, scheduler.now).then(resolve, reject),
        );
      });
      return Math.min(next, nextAttempt);
    },
  };
  const startWorker = (index: number) => {
    const actor: Actor = {
      name: `worker-${index}`,
      host: index < 2 ? "one" : "other",
      pid: actors.length + 1,
      isDead: false,
      frozenUntil: 0,
      thawMs: 0,
      cutOffUntil: 0,
    };
    actors.push(actor);
    scheduler.note(actor.name, "starts");
    workers[index] = startVirtualWorker(workerWorld, actor);
    // What it does in the background to start shouldn't wait for the next event, nor should readings of
    // a slow clock.
    const lastAt = scheduler.now + (hasSlowClock(world) ? 3_000 : 1);
    for (let at = scheduler.now + 1; at <= lastAt; at += 50)
      scheduler.at(at, null, () => undefined);
  };

  const absences = world.faults.filter(({ kind }) => kind === "no_worker");
  const workersFrom = Math.max(world.startsAt, ...absences.map(({ until }) => until));
  scheduler.at(workersFrom, null, () => {
    for (let index = 0; index < world.workers; index += 1) startWorker(index);
  });
  const events =
    world.messageAt === null
      ? world.events
      : [{ ...firstMessage, at: world.messageAt }, ...world.events];
  for (const event of events) {
    scheduler.at(event.at, null, async () => {
      await database.setTime(scheduler.now);
      scheduler.note("people", JSON.stringify({ ...event, at: undefined }));
      await people.apply(event);
    });
  }
  for (const fault of world.faults) {
    if (fault.kind === "clock_step") {
      scheduler.at(fault.from, null, () => {
        scheduler.note("database", `sets its clock by ${fault.ms} ms`);
        database.aheadMs += fault.ms;
      });
    }
    if (fault.kind === "failover") {
      scheduler.at(fault.from, null, () => database.replicate());
      scheduler.at(fault.until, null, () => {
        scheduler.note("database", `fails over, and loses ${fault.until - fault.from} ms`);
        provider.forget(fault.from);
        return database.failOver();
      });
    }
    if (fault.kind !== "cut_off") continue;
    scheduler.at(fault.from, null, () => {
      const actor = workers[fault.worker]?.actor;
      if (!actor) return;
      scheduler.note(actor.name, `is cut off for ${fault.until - fault.from} ms`);
      actor.cutOffUntil = fault.until;
    });
  }

  if (hasSlowClock(world)) {
    // Background events happen only together with others, and readings of the clock are such events.
    for (const timezone of world.timezones) {
      for (const channel of channels) {
        const { from } = windowOf(world.localDate, timezone, channel, emailLeadMinutes);
        for (let at = from - 12_000; at < from + 1_000; at += 50) {
          scheduler.at(at, null, () => undefined);
        }
      }
    }
  }
  await scheduler.runUntil(world.endsAt);
  if (await hasPending(database)) {
    await fillOtherSlots(database, world, [1]);
    await scheduler.runUntil(world.endsAt + 25 * 60 * minute);
  }
  for (const actor of actors) actor.isDead = true;

  const journal = provider.journal();
  const history: History = {
    inputs: people.inputs,
    journal,
    searches: provider.searches(),
    refused: provider.refused,
    troubles: world.faults.map(({ from, until }) => ({
      from: new Date(from),
      until: new Date(until),
    })),
    emailLeadMinutes,
    reported: await readReported(database, new Date(scheduler.now)),
  };
  const violations = [
    ...check(history),
    ...(await checkLedger(database, journal, history.searches ?? [])),
  ];
  const { log } = scheduler;
  return { violations, log, hash: createHash("sha256").update(log.join("\n")).digest("hex") };
}

async function hasPending(database: VirtualDatabase): Promise<boolean> {
  const rows = await database.query("SELECT 1 FROM deliveries WHERE state = 'pending' LIMIT 1");
  return rows.length > 0;
}

/** Each host's marks. */
function createMarks(): Context["marks"] {
  const marks = new Map<string, Mark>();
  const prefix = () => `${currentActor().actor.host} `;
  return {
    list: async () => [...marks].flatMap(([key, mark]) => (key.startsWith(prefix()) ? mark : [])),
    async forget(workerIds) {
      for (const [key, { workerId }] of marks) {
        if (key.startsWith(prefix()) && workerIds.includes(workerId)) marks.delete(key);
      }
    },
    open(name) {
      const key = `${prefix()}${name}`;
      return async (mark) => void marks.set(key, mark);
    },
  };
}

/** When the ledger has something to do again. */
async function nextAttemptAt(database: VirtualDatabase, now: number): Promise<number> {
  const [row] = await database.query<{ next: number | null; sending: boolean | null }>(
    `SELECT extract(epoch FROM min(next_attempt_at) FILTER (WHERE state <> 'sending'))::float8 * 1000
        AS next,
      bool_or(state = 'sending') AS sending
    FROM (
      SELECT state, next_attempt_at FROM delivery_batches
      WHERE state <> 'done' AND NOT EXISTS (SELECT 1 FROM restores WHERE released_at IS NULL)
      UNION ALL SELECT 'restore', next_attempt_at FROM restores WHERE released_at IS NULL
    ) open`,
  );
  return Math.min(
    (row?.next ?? Infinity) - database.aheadMs,
    row?.sending ? now + 3_000 : Infinity,
  );
}

function hasSlowClock({ faults }: World): boolean {
  return faults.some(({ kind }) => kind === "slow_clock");
}

/** When something happens that the workers have to look at; in between, they would find nothing. */
function wakeTimesOf(world: World): number[] {
  const windows = world.timezones.flatMap((timezone) =>
    channels.map((channel) => windowOf(world.localDate, timezone, channel, emailLeadMinutes)),
  );
  // For a clock that is set back, they open and close later.
  const lags = world.faults.map((fault) =>
    fault.kind === "clock_step" ? Math.max(0, -fault.ms) : 0,
  );
  const times = [
    ...windows.flatMap(({ from, until }) =>
      // A minute after the end, unknown outcomes count as missed.
      [0, ...lags].flatMap((lag) => [from + lag, until + lag, until + lag + minute + 100]),
    ),
    ...(hasSlowClock(world)
      ? windows.flatMap(({ from }) => [1_500, 400, 300, 200, 100].map((ms) => from - ms))
      : []),
    ...world.events.map(({ at }) => at + 20),
    ...(world.messageAt === null ? [] : [world.messageAt + 20]),
    ...world.faults.map(({ until }) => until + 100),
    world.endsAt - 3 * minute,
    world.endsAt + 24.5 * 60 * minute,
  ];
  return times.toSorted((one, other) => one - other);
}

/** Marks the slots that this world isn't about as closed, so that no time is spent on them. */
async function fillOtherSlots(
  database: VirtualDatabase,
  world: World,
  offsets: readonly number[],
): Promise<void> {
  const days = offsets.map((offset) => addDays(world.localDate, offset));
  const isOther = (localDate: string, timezone: (typeof timezoneNames)[number]) =>
    localDate !== world.localDate || !world.timezones.includes(timezone);
  const slots = days.flatMap((localDate) =>
    timezoneNames
      .filter((timezone) => isOther(localDate, timezone))
      .map((timezone) => ({ localDate, timezone })),
  );
  await database.query(
    `INSERT INTO delivery_slots (local_date, timezone, channel, opens_at, closes_at, closed_at)
    SELECT s."localDate", s.timezone, channel, s."localDate", s."localDate" + 1, now()
    FROM jsonb_to_recordset($1::jsonb) AS s ("localDate" date, timezone text),
      unnest(ARRAY['email', 'sms']) AS channel
    WHERE extract(isodow FROM s."localDate") <= 5`,
    [JSON.stringify(slots)],
  );
}
