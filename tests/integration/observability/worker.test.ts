// @module-tag slow
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { buildProcesses } from "@/server/build/bundle";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";
import { startReceivers, type Receivers } from "@/tests/support/receivers";

const date = "2026-11-23";
const email = "jane.reader@example.com";
const phone = "+14155550123";
const text = "Yields fell, oil rose, and banks waited.";

let harness: DeliveryHarness;
let receivers: Receivers;
let worker: ChildProcess | undefined;
let output = "";

beforeAll(() => buildProcesses(["worker"]));

beforeEach(async () => {
  [harness, receivers] = await Promise.all([startDelivery(), startReceivers()]);
  await harness.addSubscriber({ email, phone, smsEnabled: true });
  await harness.addMessage(date, text);
  await harness.setTime("2026-11-23T12:00:00Z");
  output = "";
});

afterEach(async () => {
  worker?.kill("SIGKILL");
  worker = undefined;
  await receivers.close();
  await harness.close();
});

async function startWorker(variables: Record<string, string>): Promise<ChildProcess> {
  worker = fork("dist/worker.mjs", [], {
    env: {
      ...process.env,
      ...harness.variables,
      LOG_LEVEL: "info",
      WORKER_NAME: "threeline-worker-1",
      ...variables,
    },
    execArgv: ["--enable-source-maps"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  worker.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(worker, "message");
  return worker;
}

async function stop(started: ChildProcess): Promise<void> {
  started.kill("SIGTERM");
  await once(started, "close");
}

function linesWith(message: string): Record<string, unknown>[] {
  return output
    .trim()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ msg }) => msg === message);
}

test("a batch is one trace from its job to the provider, and an error names its TypeScript line", async () => {
  const started = await startWorker({
    OTEL_EXPORTER_OTLP_ENDPOINT: receivers.endpoint,
    SENTRY_DSN: receivers.dsn,
  });
  await harness.setTime("2026-11-23T13:00:00Z");
  await vi.waitFor(async () => expect(await harness.sent()).toHaveLength(2), {
    timeout: 100_000,
    interval: 250,
  });
  await vi.waitFor(() => expect(linesWith("batch sent")).toHaveLength(2), { timeout: 20_000 });
  await harness.ctx.db.$executeRaw`ALTER TABLE notices RENAME TO notices_gone`;
  await vi.waitFor(
    () => {
      const isSent = ({ transaction }: { transaction: string }) => transaction.includes("notices");
      expect(receivers.reports.some(isSent)).toBe(true);
      for (const { traceId } of linesWith("batch sent")) {
        const isJob = (span: { traceId: string; kind: number }) =>
          span.traceId === traceId && span.kind === 5;
        expect(receivers.spans.some(isJob)).toBe(true);
      }
    },
    { timeout: 60_000 },
  );
  await stop(started);

  for (const line of linesWith("batch sent")) {
    const attempt = await harness.ctx.db.sendAttempt.findFirst({
      where: { id: String(line["attemptId"]) },
    });
    expect(attempt).not.toBeNull();
    const spans = receivers.spans.filter(({ traceId }) => traceId === line["traceId"]);
    const job = spans.find(({ kind }) => kind === 5);
    expect(job).toMatchObject({
      name: "send batch",
      attributes: { "app.batch_id": line["batchId"] },
      resource: { "service.name": "threeline", "service.instance.id": "threeline-worker-1" },
    });
    expect(spans).toContainEqual(
      expect.objectContaining({
        kind: 3,
        parentSpanId: job?.spanId,
        attributes: expect.objectContaining({
          "http.request.method": "POST",
          "server.address": new URL(harness.env.SANDBOX_URL ?? "").host,
        }),
      }),
    );
  }

  const report = receivers.reports.find(({ transaction }) => transaction.includes("notices"));
  const frames = report?.exception?.values.at(-1)?.stacktrace.frames ?? [];
  const ours = frames.filter(({ in_app: isOurs }) => isOurs);
  expect(ours.map(({ filename }) => filename)).toContain("server/worker/jobs.ts");
  for (const { filename, lineno } of ours) {
    expect(filename).toMatch(/^(?:lib|server)\/[\w./-]+\.tsx?$/);
    expect(readFileSync(filename, "utf8").split("\n").length).toBeGreaterThan(lineno);
  }

  const sent = receivers.everything.join("\n");
  for (const secret of [email, phone.slice(1), text, harness.env.POSTMARK_SERVER_TOKEN]) {
    expect(sent).not.toContain(secret);
  }
});

test("without the variables, a worker loads and sends nothing", async () => {
  expect(readFileSync("dist/worker.mjs", "utf8")).not.toMatch(
    /^import .*"@(?:opentelemetry|sentry)\//m,
  );
  const started = await startWorker({});
  await harness.setTime("2026-11-23T13:00:00Z");
  await vi.waitFor(() => expect(linesWith("batch sent")).toHaveLength(2), { timeout: 100_000 });
  await stop(started);
  expect(receivers.everything).toEqual([]);
  for (const line of linesWith("batch sent")) {
    expect(line).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  }
});
