import { brand } from "@/lib/brand";
import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Message } from "postmark";
import { z } from "zod";
import { connectDatabase, type Database } from "@/lib/platform/database/database";
import { workerNodeFlags, workerVariables } from "@/server/worker/node-flags";
import type { CeilingPayload } from "./ceiling";
import { cpuUs, peakMemoryMb, postgresCpuUs } from "./processes";
import { withScratch } from "./scratch";

const sizes = [10_000, 100_000, 300_000] as const;

/** Weekdays, one for each size, and an earlier one for the warm-up. */
const dates = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"] as const;
const warmUp = { localDate: "2026-11-20", recipients: 10_000 } as const;

const concurrency = { email: 4, sms: 100 } as const;

type DeliveryBench = {
  bench: "delivery";
  channel: string;
  recipients: number;
  ratePerSecond: number;
  ceilingPerSecond: number;
  ratio: number;
  peakMemoryMb: number;
  costPerRecipientUs: Record<string, number>;
  bySize: Record<string, SizeResult>;
};

/** What one date showed. */
type SizeResult = {
  /** Of the bare SDK's best rate so far. */
  ratio: number;
  /** From the slot's opening to the first call to the provider. */
  firstCallMs: number;
  /** Processor time of the worker and of PostgreSQL, which other load hardly changes. */
  workerCpuUs: number;
  postgresCpuUs: number;
  /** For texts: the most calls within any second. */
  busiestSecond: number;
};

/** Reads a number from the first IPC message of a child process. */
function firstNumber(child: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("message", (message: Record<string, unknown>) => resolve(Number(message[name])));
    child.once("exit", (code) =>
      reject(new Error(`A benchmark process exited with code ${code}.`)),
    );
  });
}

async function setClock(sinkUrl: string, now: string): Promise<void> {
  await fetch(`${sinkUrl}/sandbox/clock`, { method: "PUT", body: now });
}

/** Inserts New York subscribers up to a total. */
async function fillUpTo(db: Database, channel: "email" | "sms", total: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO subscribers (email, phone, timezone, email_enabled, sms_enabled, sms_consent_at, created_at)
    SELECT 'reader' || n || '@bench.example', '+1415' || (2000000 + n), 'America/New_York',
      ${channel === "email"}, true, now(), '2026-01-01'
    FROM generate_series((SELECT count(*) FROM subscribers) + 1, ${total}) AS n`;
  await db.$executeRaw`
    INSERT INTO subscriptions (subscriber_id, status, plan)
    SELECT id, 'active', 'annual' FROM subscribers s
    WHERE NOT EXISTS (SELECT 1 FROM subscriptions x WHERE x.subscriber_id = s.id)`;
  while ((await db.subscriberChange.count()) > 0) await sleep(100);
  await db.$executeRawUnsafe("VACUUM ANALYZE");
}

async function writeContent(db: Database): Promise<void> {
  const paragraph =
    "The ten-year yield fell nine basis points to 4.11%, its lowest since August, after the services index slowed to 51.2. Traders now price a cut in December at 64%, against 41% a week ago; [the release](https://stats.example/services) has the tables. ";
  for (const [index, localDate] of [warmUp.localDate, ...dates].entries()) {
    await db.dailyMessage.create({
      data: {
        localDate: new Date(`${localDate}T00:00:00Z`),
        message:
          "1. Ten-year yield falls to 4.11%\n2. Brent under $70\n3. ECB cut seen in December",
        createdAt: new Date("2026-11-01T00:00:00Z"),
      },
    });
    await db.post.create({
      data: {
        slug: `b${index}`,
        title: "Soft services data pulls the ten-year to a three-month low",
        localDate: new Date(`${localDate}T00:00:00Z`),
        content: ["## Rates", paragraph, "## Oil", paragraph, "## Banks", paragraph].join("\n\n"),
        readTime: 2,
        createdAt: new Date("2026-11-01T00:00:00Z"),
      },
    });
  }
}

async function recordedRows(db: Database, localDate: string, channel: string): Promise<number> {
  const [row] = await db.$queryRaw<{ done: number }[]>`/* prepared */
    SELECT coalesce(sum(a.accepted + a.failed), 0)::int AS done
    FROM send_attempts a JOIN delivery_batches b ON b.id = a.batch_id
    JOIN delivery_slots s ON s.id = b.slot_id
    WHERE s.local_date = ${localDate}::date AND s.channel = ${channel}`;
  return row?.done ?? 0;
}

function opensAtMs(localDate: string, channel: "email" | "sms"): number {
  return Date.parse(`${localDate}T${channel === "email" ? "12:45" : "13:00"}:00Z`);
}

async function readCounters(
  sinkUrl: string,
): Promise<{ firstCallAt: string; busiestSecond: number }> {
  const answer = await fetch(`${sinkUrl}/counters`);
  return z
    .object({ firstCallAt: z.string(), busiestSecond: z.number() })
    .parse(await answer.json());
}

/** How long before the slot opens the clock is set, so that the worker has read it. */
const leadS = 3;

/** Sets the clock past a date's windows, so that anyone added next doesn't get it too. */
async function closeSlots(db: Database, sinkUrl: string, localDate: string): Promise<void> {
  await setClock(sinkUrl, `${localDate}T20:00:00Z`);
  while ((await db.deliverySlot.count({ where: { closedAt: null } })) > 0) await sleep(100);
}

/** Sends one date. Returns the seconds from the opening of the slot until every row is recorded. */
async function runDate(
  db: Database,
  sinkUrl: string,
  localDate: string,
  channel: "email" | "sms",
  recipients: number,
): Promise<number> {
  await setClock(sinkUrl, new Date(opensAtMs(localDate, channel) - leadS * 1_000).toISOString());
  await sleep(leadS * 1_000);
  const startedAt = performance.now();
  for (;;) {
    const done = await recordedRows(db, localDate, channel);
    if (done >= recipients) return (performance.now() - startedAt) / 1_000;
    await sleep(20);
  }
}

async function preparePayload(
  db: Database,
  sinkUrl: string,
  channel: "email" | "sms",
  messages: number,
): Promise<CeilingPayload> {
  const edition = await db.edition.findFirstOrThrow({ orderBy: { id: "desc" } });
  const toMessage = (index: number): Message => ({
    From: `${brand.name} <briefing@${brand.domain}>`,
    To: `reader${index}@bench.example`,
    Subject: edition.emailSubject,
    HtmlBody: edition.emailHtml,
    TextBody: edition.emailText,
    MessageStream: "broadcast",
    Tag: "00000000-0000-4000-8000-000000000000",
    TrackOpens: false,
    Headers: [
      {
        Name: "List-Unsubscribe",
        Value: `<http://localhost:3000/api/unsubscribe/${"t".repeat(40)}>`,
      },
      { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
    ],
    Metadata: { delivery: `email:2026-11-25:${index}` },
  });
  const batches = Array.from({ length: 16 }, (_, batch) =>
    Array.from({ length: 500 }, (__, index) => toMessage(batch * 500 + index)),
  );
  return {
    channel,
    url: sinkUrl,
    concurrency: concurrency[channel],
    messages,
    batches: channel === "email" ? batches : [],
    smsText: edition.smsText,
  };
}

const statementSettings = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track": "all",
  "pg_stat_statements.track_planning": "on",
};

/** Writes what each of PostgreSQL's statements has cost, in milliseconds, the most expensive first. */
async function saveStatements(db: Database, folder: string): Promise<void> {
  await db.$executeRaw`CREATE EXTENSION pg_stat_statements`;
  const statements = await db.$queryRaw<object[]>`
    SELECT round(total_plan_time)::int AS planning, round(total_exec_time)::int AS execution,
      calls::int, rows::int, toplevel AS "isTopLevel", query
    FROM pg_stat_statements ORDER BY total_plan_time + total_exec_time DESC LIMIT 40`;
  writeFileSync(join(folder, "statements.json"), JSON.stringify(statements, null, 2));
}

/** The rate of the bare SDK in a separate process, like the worker. */
async function runCeilingOnce(payloadFile: string): Promise<number> {
  const child = fork("dist/bench.mjs", ["part:ceiling", payloadFile], { stdio: "inherit" });
  return firstNumber(child, "ratePerSecond");
}

/**
 * Measures the whole delivery (plan, claim, render, send, record) with one worker process and the
 * embedded database, and compares it with the bare SDK sending the same payloads to the same sink. The
 * two alternate, so that a slow moment of the machine affects both. The ceiling is the SDK's best run.
 */
export async function benchDelivery(args: string[]): Promise<DeliveryBench> {
  const { values } = parseArgs({
    args,
    options: {
      channel: { type: "string", default: "email" },
      recipients: { type: "string", default: "300000" },
      /** Segments per second for texts. */
      rate: { type: "string", default: "1000000" },
      /** A folder for profiles, see `saveStatements`. The worker's opens in Chrome and VS Code. */
      profile: { type: "string" },
    },
  });
  const channel = values.channel === "sms" ? "sms" : "email";
  const recipients = Number(values.recipients);
  const wanted = [...sizes.filter((size) => size < recipients), recipients].slice(-dates.length);
  const settings = values.profile ? statementSettings : {};
  return withScratch(async ({ dataDir, server, children }) => {
    const sink = fork("dist/bench.mjs", ["part:sink"], { stdio: "inherit" });
    children.push(sink);
    const port = await firstNumber(sink, "port");
    const sinkUrl = `http://127.0.0.1:${port}`;
    await setClock(sinkUrl, "2026-11-19T20:00:00Z");

    const { db, close } = connectDatabase(server.url, { maxConnections: 4 });
    await writeContent(db);
    const worker = fork("dist/worker.mjs", [], {
      execArgv: [
        ...workerNodeFlags,
        ...(values.profile ? ["--cpu-prof", `--cpu-prof-dir=${values.profile}`] : []),
      ],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: {
        ...process.env,
        ...workerVariables,
        DATABASE_URL: server.url,
        DATA_DIR: dataDir,
        PROVIDERS: "sandbox",
        SANDBOX_PORT: String(port),
        AUTH_SECRET: randomBytes(32).toString("base64"),
        POSTMARK_SERVER_TOKEN: "bench",
        POSTMARK_WEBHOOK_USERNAME: "bench",
        POSTMARK_WEBHOOK_PASSWORD: "a-webhook-password",
        TWILIO_ACCOUNT_SID: "AC0123456789abcdef0123456789abcdef",
        TWILIO_AUTH_TOKEN: "bench",
        SMS_SEGMENTS_PER_SECOND: values.rate,
        LOG_LEVEL: "warn",
      },
    });
    children.push(worker);
    await firstNumber(worker, "ready");

    const warmUpRecipients = Math.min(warmUp.recipients, recipients, 5 * Number(values.rate));
    await fillUpTo(db, channel, warmUpRecipients);
    await runDate(db, sinkUrl, warmUp.localDate, channel, warmUpRecipients);
    const payloadFile = join(dataDir, "payload.json");
    const messages = Math.min(recipients, channel === "email" ? 60_000 : 10_000);
    writeFileSync(
      payloadFile,
      JSON.stringify(await preparePayload(db, sinkUrl, channel, messages)),
    );

    const costPerRecipientUs: Record<string, number> = {};
    const bySize: Record<string, SizeResult> = {};
    let ratePerSecond = 0;
    let ceilingPerSecond = 0;
    for (const [index, size] of wanted.entries()) {
      await closeSlots(db, sinkUrl, [warmUp.localDate, ...dates][index] ?? "");
      await fillUpTo(db, channel, size);
      const localDate = dates[index] ?? "";
      const workerBefore = cpuUs(worker.pid ?? 0);
      const postgresBefore = postgresCpuUs(server.pid);
      const seconds = await runDate(db, sinkUrl, localDate, channel, size);
      const workerCpu = cpuUs(worker.pid ?? 0) - workerBefore;
      const postgresCpu = postgresCpuUs(server.pid) - postgresBefore;
      const { firstCallAt, busiestSecond } = await readCounters(sinkUrl);
      ratePerSecond = size / seconds;
      costPerRecipientUs[String(size)] = Math.round((seconds / size) * 1e6 * 10) / 10;
      const bareRate = await runCeilingOnce(payloadFile);
      ceilingPerSecond = Math.max(ceilingPerSecond, bareRate);
      console.log(
        `${size} recipients: ${seconds.toFixed(1)} s, ${Math.round(ratePerSecond)}/s; ` +
          `bare SDK: ${Math.round(bareRate)}/s`,
      );
      const perRecipient = (us: number) => Math.round((us / size) * 10) / 10;
      bySize[String(size)] = {
        ratio: Math.round((ratePerSecond / ceilingPerSecond) * 100) / 100,
        firstCallMs: Date.parse(firstCallAt) - opensAtMs(localDate, channel),
        workerCpuUs: perRecipient(workerCpu),
        postgresCpuUs: perRecipient(postgresCpu),
        busiestSecond,
      };
    }
    const memory = peakMemoryMb(worker.pid ?? 0);
    worker.kill("SIGTERM");
    if (worker.exitCode === null) await once(worker, "exit");
    if (values.profile) await saveStatements(db, values.profile);
    await close();
    return {
      bench: "delivery",
      channel,
      recipients,
      ratePerSecond: Math.round(ratePerSecond),
      ceilingPerSecond: Math.round(ceilingPerSecond),
      ratio: Math.round((ratePerSecond / ceilingPerSecond) * 100) / 100,
      peakMemoryMb: memory,
      costPerRecipientUs,
      bySize,
    };
  }, settings);
}
