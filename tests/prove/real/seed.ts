import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Channel } from "@/lib/contracts/primitives";
import { check } from "../checker/check";
import type { Accepted, Input, Violation } from "../checker/history";
import { windowOf } from "../checker/windows";
import { changeMinds } from "./changes";
import type { Failpoint } from "./cells";
import { failpointsFile, hitFile } from "./failpoints";
import { emailLeadMinutes, postmarkBlackHole, type Lane } from "./lane";
import { makeFault, prepareFault } from "./make-fault";
import { addPeopleAndBriefing } from "./people";
import { randomFrom, type Plan } from "./plan";

/** Service seconds per real second: the window of two hours takes twelve minutes. */
const rate = 10;

/** How long before the first slot a seed starts, for the workers to read the clock (real time). */
const leadMs = 2_000;

/** After this, whatever is still pending counts as lost (real time). */
const giveUpMs = 700_000;

/** A provider may still accept a call that nobody waits for any longer (real time). */
const lateMs = 1_500;

const pollMs = 20;

/** What a seed found. */
export type SeedResult = {
  plan: Plan;
  violations: Violation[];
  /** The failpoints that were reached. */
  hits: readonly Failpoint[];
  accepted: number;
};

/** Makes the faults of failpoints as processes reach them. */
class FaultMaker {
  readonly hits: Failpoint[] = [];
  readonly #faults: Promise<void>[] = [];
  readonly #lane: Lane;
  readonly #failpoints: readonly Failpoint[];

  constructor(lane: Lane, failpoints: readonly Failpoint[]) {
    this.#lane = lane;
    this.#failpoints = failpoints;
  }

  /** Makes the faults that wait for nobody. */
  start(): void {
    const failpoint = this.#failpoints.find(({ fault }) => fault === "no worker at 8:00");
    if (!failpoint) return;
    this.hits.push(failpoint);
    this.#make(failpoint, 0);
  }

  poll(): void {
    const files = new Set(readdirSync(this.#lane.folder));
    for (const failpoint of this.#failpoints) {
      if (!files.has(hitFile(failpoint.id)) || this.hits.includes(failpoint)) continue;
      const pid = Number(readFileSync(join(this.#lane.folder, hitFile(failpoint.id)), "utf8"));
      if (pid === 0) continue;
      this.hits.push(failpoint);
      this.#make(failpoint, pid);
    }
  }

  #make(failpoint: Failpoint, pid: number): void {
    const fault = makeFault(this.#lane, failpoint, pid);
    // `finish` throws it.
    fault.catch(() => undefined);
    this.#faults.push(fault);
  }

  /** Waits for faults that take a while. */
  async finish(): Promise<void> {
    await Promise.all(this.#faults);
  }
}

async function isSettled(lane: Lane, { timezone }: Plan): Promise<boolean> {
  const [row] = await lane.database.query<{ planned: number; pending: number; open: number }>(
    `SELECT (SELECT count(*) FROM delivery_slots
        WHERE planned_at IS NOT NULL AND timezone = $1)::int AS planned,
      (SELECT count(*) FROM deliveries WHERE state = 'pending')::int AS pending,
      (SELECT count(*) FROM delivery_batches WHERE state <> 'done')::int AS open`,
    [timezone],
  );
  return row !== undefined && row.planned === 2 && row.pending === 0 && row.open === 0;
}

async function readJournal(lane: Lane): Promise<Accepted[]> {
  const journal: Accepted[] = [];
  for await (const message of lane.messages()) {
    const { channel, to, text, metadata, acceptedAt, stream } = message;
    // Alerts and replies aren't briefings, nor are probes, which Postmark accepts and drops.
    if (channel === "email" ? stream !== "broadcast" : metadata["kind"] === "reply") continue;
    if (to === postmarkBlackHole) continue;
    const deliveryId = metadata["delivery"] ?? null;
    journal.push({ channel, to, deliveryId, text: text ?? "", acceptedAt: new Date(acceptedAt) });
  }
  return journal;
}

/** Finds the replies of STOP that were taken, but not applied. */
async function checkStops(
  lane: Lane,
  localDate: string,
  inputs: readonly Input[],
): Promise<Violation[]> {
  const stored = await lane.database.query<{ address: string }>("SELECT address FROM suppressions");
  const suppressed = new Set(stored.map(({ address }) => address));
  return inputs.flatMap((input) => {
    if (input.kind !== "suppressed" || suppressed.has(input.address)) return [];
    const { channel, address } = input;
    return [{ kind: "unwanted" as const, localDate, channel, address, detail: "STOP was ignored" }];
  });
}

/** Compares the ledger with what the providers accepted, after the checker has compared that with the inputs. */
async function checkLedger(
  lane: Lane,
  localDate: string,
  journal: readonly Accepted[],
): Promise<Violation[]> {
  const rows = await lane.database.query<{
    channel: Channel;
    address: string;
    said: boolean;
    states: string;
  }>(`
    SELECT d.channel, CASE d.channel WHEN 'sms' THEN s.phone ELSE s.email END AS address,
      bool_or(d.state = 'accepted') AS said,
      string_agg(DISTINCT concat_ws(' ', d.state, d.reason), ', ') AS states
    FROM deliveries d JOIN subscribers s ON s.id = d.subscriber_id GROUP BY 1, 2`);
  const accepted = new Set(journal.map(({ channel, to }) => `${channel} ${to}`));
  return rows.flatMap(({ channel, address, said, states }) => {
    if (said === accepted.has(`${channel} ${address}`)) return [];
    const detail = said ? "accepted only in the ledger" : `not accepted in the ledger: ${states}`;
    return [{ kind: "ledger" as const, localDate, channel, address, detail }];
  });
}

async function setClock(lane: Lane, now: Date): Promise<void> {
  await lane.control("PUT", "/sandbox/clock", { now: now.toISOString(), rate });
}

/**
 * Runs one seed in a lane: one date, from just before its slots open until everything is settled.
 *
 * @param happen what else happens, from the start on
 */
export async function runSeed(
  lane: Lane,
  plan: Plan,
  subscribers: number,
  happen: (now: () => Date) => Promise<void> = () => Promise.resolve(),
): Promise<SeedResult> {
  const random = randomFrom(plan.seed);
  for (const each of [...lane.workers, lane.web]) each.network.set("healthy");
  await Promise.all(lane.workers.map((worker) => worker.ready()));
  lane.web.pause(!plan.hasWebhooks);
  for (const stored of ["faults", "messages", "suppressions", "inbound"]) {
    await lane.control("DELETE", `/sandbox/${stored}`);
  }
  for (const file of readdirSync(lane.folder)) rmSync(join(lane.folder, file));
  const window = windowOf(plan.localDate, plan.timezone, "email", emailLeadMinutes);
  await setClock(lane, new Date(window.from - 3_600_000));
  const { inputs, readers } = await addPeopleAndBriefing(lane.database, plan, subscribers);
  for (const failpoint of plan.failpoints) await prepareFault(lane, failpoint);
  writeFileSync(join(lane.folder, failpointsFile), JSON.stringify(plan.failpoints));
  const startedAt = performance.now();
  const setTo = window.from - leadMs * rate;
  await setClock(lane, new Date(setTo));
  const now = () => new Date(setTo + (performance.now() - startedAt) * rate);

  const faults = new FaultMaker(lane, plan.failpoints);
  faults.start();
  const polling = setInterval(() => faults.poll(), pollMs);
  const happened = happen(now);
  // Awaited below.
  happened.catch(() => undefined);
  let changed: Input[] = [];
  try {
    changed = await changeMinds(lane, readers, random, {
      ...plan,
      now,
      rate,
    });
    const settle = async () => {
      while (!(await isSettled(lane, plan)) && performance.now() - startedAt < giveUpMs)
        await delay(250);
    };
    await settle();
    await faults.finish();
    await happened;
    // A fault as late as this may have restored the database.
    await settle();
    await delay(lateMs);
  } finally {
    clearInterval(polling);
  }
  const journal = await readJournal(lane);
  const history = {
    inputs: [...inputs, ...changed],
    journal,
    refused: [],
    troubles: [],
    emailLeadMinutes,
  };
  const violations = [
    ...check(history),
    ...(await checkLedger(lane, plan.localDate, journal)),
    ...(await checkStops(lane, plan.localDate, changed)),
  ];
  return { plan, violations, hits: faults.hits, accepted: journal.length };
}
