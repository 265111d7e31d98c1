import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServices } from "@/lib/composition";
import { clockFrom } from "@/lib/platform/clock";
import { parseEnv } from "@/lib/platform/env";
import { openTestServer } from "@/tests/support/server";
import { check } from "../checker/check";
import type { Accepted, Input, Violation } from "../checker/history";
import { countsOf, type Proof, type ProofOptions, type ProofResult } from "../proof";
import { createTemplate, createVirtualDatabase, type VirtualDatabase } from "../sim/database";
import { checkLedger } from "../sim/ledger";
import { createPeople } from "../sim/people";
import { createRandom } from "../sim/random";
import { breakdowns, createSubscriber, dates, emailLeadMinutes, hour } from "./calendar";
import { checkHealth } from "./health";
import { createProviders } from "./providers";
import { runMonth, type MonthTime } from "./run-month";

const defaultSubscribers = 10_000;

/** Sign-ups at the same time, before the month begins. */
const concurrentSignUps = 8;

/** A breakdown's consequences are over by then. */
const recoveryMs = hour / 2;

const briefing = async ({ message }: { message: string }) => ({
  subject: message,
  html: message,
  text: message,
  isCut: false,
});

/** The zone of each message's recipient, or null if they changed anything within a day. */
function zonesOf(inputs: readonly Input[]): (message: Accepted) => string | null {
  const keyOf = (input: Input) =>
    "person" in input ? input.person : "address" in input ? input.address : "";
  const changesOf = Map.groupBy(inputs, keyOf);
  return ({ deliveryId, to, acceptedAt }) => {
    const person = changesOf.get(deliveryId?.split(":")[2] ?? "") ?? [];
    const changes = [...person, ...(changesOf.get(to) ?? [])];
    const isRecent = changes.some(
      ({ at }) => Math.abs(acceptedAt.getTime() - at.getTime()) < 24 * hour,
    );
    const zone = person.findLast((each) => "timezone" in each && each.at <= acceptedAt);
    return isRecent || !zone || !("timezone" in zone) ? null : zone.timezone;
  };
}

async function prove(
  database: VirtualDatabase,
  folder: string,
  { seed, subscribers }: { seed: number; subscribers: number },
): Promise<{ violations: Violation[]; accepted: number; samples: number; failing: number }> {
  const random = createRandom(seed);
  const startsAt = Date.parse(`${dates[0]}T00:00:00Z`) - 14 * hour;
  const time: MonthTime = { now: startsAt, setTo: startsAt };
  const clock = {
    ...clockFrom(() => new Date(time.now)),
    setTo: () => new Date(time.setTo),
  };
  const env = parseEnv({
    PROVIDERS: "sandbox",
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SITE_URL: "http://localhost:3000",
    AUTH_SECRET: "a secret for proofs alone, long enough to count",
    LOG_LEVEL: "silent",
    SMS_SEGMENTS_PER_SECOND: "1000000",
    EMAIL_LEAD_MINUTES: String(emailLeadMinutes),
    // The month has its own providers, so that these are never used.
    TWILIO_FROM: "+14155550100",
    POSTMARK_SERVER_TOKEN: "none",
    POSTMARK_WEBHOOK_USERNAME: "none",
    POSTMARK_WEBHOOK_PASSWORD: "a-webhook-password",
    TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
    TWILIO_AUTH_TOKEN: "none",
  });
  const services = await createServices(env, { name: "prove-month", clock });
  const { outage, down, deploys } = breakdowns;
  const providers = createProviders(
    () => time.now,
    () => outage.from <= time.now && time.now < outage.until,
  );
  const { mail, sms } = providers;
  const ctx = { ...services.ctx, mail, sms, briefing: { render: briefing } };
  try {
    await database.setTime(time.now);
    const people = createPeople(ctx, "");
    const waiting = Array.from({ length: subscribers }, (_, index) =>
      createSubscriber(random, index),
    );
    const signUp = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await people.signUp(next);
    };
    await Promise.all(Array.from({ length: concurrentSignUps }, signUp));
    await database.query("ANALYZE");

    const month = { ctx, time, database, providers, people, subscribers, random };
    const { samples, inputs } = await runMonth(month);
    const journal = providers.journal();
    const history = {
      inputs: [...inputs, ...people.inputs].toSorted(
        (one, other) => one.at.getTime() - other.at.getTime(),
      ),
      journal,
      refused: [],
      troubles: [outage, down, ...deploys.map((from) => ({ from, until: from }))].map(
        ({ from, until }) => ({ from: new Date(from), until: new Date(until + recoveryMs) }),
      ),
      emailLeadMinutes,
    };
    const violations = [
      ...check(history),
      ...(await checkLedger(database, journal)),
      ...checkHealth(samples, journal, zonesOf(people.inputs)),
    ];
    const failing = samples.filter(({ problems }) => problems.length > 0).length;
    return { violations, accepted: journal.length, samples: samples.length, failing };
  } finally {
    await services.close();
  }
}

async function run({ seed = 1, subscribers }: ProofOptions): Promise<ProofResult> {
  const server = await openTestServer();
  const template = await createTemplate(server.url);
  const database = await createVirtualDatabase(server.url, template.template);
  const folder = mkdtempSync(join(tmpdir(), "threeline-prove-"));
  try {
    const { violations, ...figures } = await prove(database, folder, {
      seed,
      subscribers: subscribers ?? defaultSubscribers,
    });
    for (const { kind, channel, address, detail } of violations.slice(0, 50)) {
      console.log(`${kind}: ${channel} to ${address}: ${detail}`);
    }
    return { prove: "month", seeds: 1, ...countsOf(violations), ...figures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
    await template.drop();
    await server.close();
  }
}

/** Four weeks of a service with people who come, move, and go, and with everything that breaks in a month. */
export const month: Proof = {
  about: "four weeks with 10,000 people in virtual time, with deploys and outages",
  run,
};
