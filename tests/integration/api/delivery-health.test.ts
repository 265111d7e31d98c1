import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { GET } from "@/app/api/health/delivery/route";
import type { Context } from "@/lib/domain/context";
import { provideContext } from "@/lib/http/route/context";
import { callDocumented } from "@/tests/support/api-reference";
import { startService, startTestSandbox, type TestService } from "@/tests/support/start-service";

const token = "a-token-for-metrics";
const authorization = `Bearer ${token}`;

let service: TestService;

beforeAll(async () => {
  service = await startService({
    now: "2026-11-18T12:00:00.000Z",
    sandbox: await startTestSandbox(),
    servesRoutes: true,
    variables: { METRICS_TOKEN: token },
  });
});

afterAll(() => service.close());

/** A process that has answered nobody yet. */
const startProcess = (overrides: Partial<Context> = {}) =>
  provideContext({ ...service.ctx, ...overrides });

async function read(headers: Record<string, string> = {}) {
  const request = new Request("http://localhost:3000/api/health/delivery", { headers });
  const response = await callDocumented(GET, request, { params: Promise.resolve({}) });
  return { status: response.status, body: await response.json() };
}

const pauseProviders = () => service.ctx.db.$executeRaw`
  INSERT INTO provider_rate_limits (provider, next_send_at, paused_until, pause_reason)
  SELECT provider, now(), now() + interval '1 hour', 'unauthorized'
  FROM unnest(ARRAY['postmark', 'twilio']) provider
  ON CONFLICT (provider) DO UPDATE
    SET paused_until = excluded.paused_until, pause_reason = excluded.pause_reason`;

const resumeProviders = () => service.ctx.db.$executeRaw`
  UPDATE provider_rate_limits SET paused_until = NULL, pause_reason = NULL`;

afterEach(async () => {
  vi.stubEnv("METRICS_TOKEN", token);
  await resumeProviders();
});

test("gives strangers each code once, and no sentence", async () => {
  startProcess();
  await pauseProviders();
  for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: "Bearer" }]) {
    const answer = await read(headers);
    expect([answer.status, answer.body]).toEqual([
      503,
      {
        status: "failing",
        reasons: [{ code: "no_worker" }, { code: "not_ready" }, { code: "provider_unauthorized" }],
      },
    ]);
  }
});

test("gives who has the metrics token everything", async () => {
  startProcess();
  await pauseProviders();
  const answer = await read({ authorization });
  expect([answer.status, answer.body]).toEqual([
    503,
    {
      status: "failing",
      reasons: [
        { code: "no_worker", message: "no worker heartbeat in the last 15 seconds" },
        { code: "not_ready", message: "no active daily message for 2026-11-18" },
        { code: "provider_unauthorized", message: "postmark rejects our API key" },
        { code: "provider_unauthorized", message: "twilio rejects our API key" },
      ],
    },
  ]);
});

test("gives nobody a sentence while METRICS_TOKEN isn't set", async () => {
  vi.stubEnv("METRICS_TOKEN", undefined);
  startProcess();
  const { body } = await read({ authorization: "Bearer undefined" });
  expect(JSON.stringify(body)).not.toContain("message");
});

test("is found once for callers at the same time", async () => {
  let queries = 0;
  const db = new Proxy(service.ctx.db, {
    get(target, name) {
      if (name === "$queryRaw") queries += 1;
      return Reflect.get(target, name);
    },
  });
  const countQueries = async (callers: number) => {
    startProcess({ db });
    queries = 0;
    const answers = await Promise.all(Array.from({ length: callers }, () => read()));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    return queries;
  };
  // The first one also reads what is kept in memory.
  await countQueries(1);
  const alone = await countQueries(1);
  expect(alone).toBeGreaterThan(0);
  expect(await countQueries(20)).toBe(alone);
});

test("is found again once the service's clock is five seconds on, or was set back", async () => {
  const codesAt = async (now: string) => {
    await service.setTime(now);
    return JSON.stringify((await read()).body).includes("provider_unauthorized");
  };
  startProcess();
  expect(await codesAt("2026-11-18T12:00:00.000Z")).toBe(false);
  await pauseProviders();
  expect(await codesAt("2026-11-18T12:00:05.000Z")).toBe(true);
  await resumeProviders();
  expect(await codesAt("2026-11-18T12:00:04.000Z")).toBe(false);
});

test("is found again after a failure", async () => {
  let fails = true;
  const db = new Proxy(service.ctx.db, {
    get(target, name) {
      if (name === "$queryRaw" && fails) return () => Promise.reject(new Error("gone"));
      return Reflect.get(target, name);
    },
  });
  startProcess({ db });
  expect((await read()).status).toBe(500);
  fails = false;
  expect((await read()).status).toBe(503);
});
