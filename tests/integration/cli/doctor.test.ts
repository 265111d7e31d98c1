import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { brand } from "@/lib/brand";
import document from "@/app/api/openapi.json/document.json" with { type: "json" };
import { createDoctor } from "@/lib/composition";
import { checks, runChecks } from "@/lib/domain/status/doctor/run-checks";
import { parseEnv } from "@/lib/platform/env";
import { buildProcesses } from "@/server/build/bundle";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { runCli } from "@/tests/support/run-cli";
import { runCommand } from "@/tests/support/run-command";
import { findClosedPort } from "@/tests/integration/providers/sandbox-harness";
import { startSandbox } from "@/tests/integration/sandbox/harness";
import { startTestSandbox, type TestSandbox } from "@/tests/support/start-service";

const { paths } = document;
const bodies = new Map(
  Object.entries({
    "/api/webhooks/paddle": paths["/api/webhooks/paddle"].post.requestBody,
    "/api/webhooks/postmark": paths["/api/webhooks/postmark"].post.requestBody,
    "/api/webhooks/twilio/inbound": paths["/api/webhooks/twilio/inbound"].post.requestBody,
    "/api/webhooks/twilio/status": paths["/api/webhooks/twilio/status"].post.requestBody,
  }),
);

/** The service: healthy, and refusing webhooks that are unsigned or not sent as the API reference says. */
const site = createServer(({ url = "", headers }, response) => {
  const body = bodies.get(url);
  const isTyped = body && (headers["content-type"] ?? "") in body.content;
  response.statusCode = url === "/api/health" ? 200 : isTyped ? 401 : 415;
  response.end();
});
let database: TestDatabase;
let sandbox: TestSandbox;
let variables: Record<string, string>;

beforeAll(async () => {
  site.listen(0, "127.0.0.1");
  await Promise.all([once(site, "listening"), buildProcesses(["cli"])]);
  const address = site.address();
  const siteUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  database = await createTestDatabase();
  sandbox = await startTestSandbox(siteUrl);
  const { postmark, twilio, paddle } = sandbox.sandbox.credentials;
  variables = {
    PROVIDERS: "sandbox",
    DATABASE_URL: database.url,
    DATA_DIR: ".",
    SITE_URL: siteUrl,
    AUTH_SECRET: "0123456789012345678901234567890123456789",
    SANDBOX_PORT: new URL(sandbox.url).port,
    POSTMARK_SERVER_TOKEN: postmark.serverToken,
    POSTMARK_WEBHOOK_USERNAME: postmark.webhookUsername,
    POSTMARK_WEBHOOK_PASSWORD: postmark.webhookPassword,
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: twilio.from,
    PADDLE_API_KEY: paddle.apiKey,
    PADDLE_WEBHOOK_SECRET: paddle.webhookSecret,
  };
});

afterEach(() => sandbox.control("DELETE", "/sandbox/setup"));

afterAll(async () => {
  site.close();
  await sandbox.close();
  await database.drop();
});

/** The checks that fail, with their reasons. */
async function failuresWith(change: Record<string, string> = {}) {
  const { ctx, close } = createDoctor(parseEnv({ ...variables, ...change }));
  const results = await runChecks(ctx);
  await close();
  const failed = results.filter(({ status }) => status === "fail");
  return Object.fromEntries(failed.map(({ name, detail }) => [name, detail]));
}

test("everything but the sample testimonials passes in local mode", async () => {
  const { code, stdout, stderr } = await runCli(["doctor"], variables);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toContain(
    "pass  DMARC record          v=DMARC1; p=quarantine; rua=mailto:reports@sandbox.example",
  );
  expect(lines).toContain(
    "pass  Paddle prices         $40 annual and $5 monthly, with a 7-day trial",
  );
  // The tests' database commits asynchronously, because nothing of it is kept.
  expect(stdout).toContain("synchronous_commit is off");
  expect(lines.at(-1)).toBe(`${checks.length - 2} pass, 2 warn, 0 fail`);
});

test("a failure says how to fix it, and ends with code 1", async () => {
  await sandbox.control("PUT", "/sandbox/setup", { twilioCountries: ["US", "GB"] });
  const table = await runCommand(["doctor"], variables);
  expect(table.code).toBe(1);
  expect(table.stdout).toContain("fail  Twilio countries      not allowed: CA\n");
  expect(table.stdout).toMatch(/\n +How to fix: In the Twilio console under Messaging /);
  const { code, stdout } = await runCommand(["doctor", "--json"], variables);
  expect(code).toBe(1);
  const report: unknown = JSON.parse(stdout);
  expect(report).toMatchObject({ ok: false, fail: 1, warn: 2, pass: checks.length - 3 });
  expect(report).toHaveProperty(
    "checks",
    expect.arrayContaining([
      {
        name: "Twilio countries",
        status: "fail",
        detail: "not allowed: CA",
        fix: expect.stringContaining("Geo permissions"),
      },
    ]),
  );
});

test.each([
  ["SPF record", { dns: { [brand.domain]: [] } }],
  ["DKIM record", { dns: { [`sandbox._domainkey.${brand.domain}`]: [] } }],
  ["DMARC record", { dns: { [`_dmarc.${brand.domain}`]: ["v=DMARC1"] } }],
  ["Postmark key", { postmarkDelivers: false }],
  ["Postmark unsubscribe", { postmarkUnsubscribe: "Postmark" }],
  ["Postmark webhooks", { postmarkWebhookUrl: null }],
  ["Postmark webhooks", { postmarkWebhookPassword: "another" }],
  ["Postmark webhooks", { postmarkSendsBounces: false }],
  ["Twilio key", { twilioAccountType: "Trial" }],
  ["Twilio replies", { twilioReplyUrl: null }],
  ["Twilio replies", { twilioReplyUrl: "https://demo.twilio.com/welcome/sms/reply/" }],
  ["Twilio countries", { twilioCountries: ["US", "CA"] }],
  ["Paddle prices", { paddleMonthlyAmount: "600" }],
  ["Paddle key", { paddlePermissions: ["price.read", "notification_setting.read"] }],
  ["Paddle domain", { paddleDomainStatus: "pending_review" }],
  ["Paddle domain", { paddleDomainStatus: null }],
  ["Paddle payment link", { paddlePaymentLink: null }],
  ["Paddle payment link", { paddlePaymentLink: "https://site.example/" }],
  ["Paddle webhooks", { paddleWebhookUrl: null }],
  ["Paddle webhooks", { paddleWebhookSecret: "another" }],
])("%s fails with %j at the provider", async (name, change) => {
  await sandbox.control("PUT", "/sandbox/setup", change);
  expect(Object.keys(await failuresWith())).toEqual([name]);
});

test("a missing stream fails, with everything that needs it", async () => {
  await sandbox.control("PUT", "/sandbox/setup", { postmarkStreams: ["outbound"] });
  expect(Object.keys(await failuresWith())).toEqual([
    "Postmark streams",
    "Postmark unsubscribe",
    "Postmark webhooks",
  ]);
});

test("through a messaging service, its own settings count", async () => {
  const sid = `MG${"a".repeat(32)}`;
  const twilio = { ...sandbox.sandbox.credentials.twilio, messagingServiceSid: sid };
  const withService = await startSandbox({
    siteUrl: "https://site.example",
    credentials: { ...sandbox.sandbox.credentials, twilio },
  });
  const { ctx, close } = createDoctor(
    parseEnv({
      ...variables,
      SANDBOX_PORT: new URL(withService.url).port,
      TWILIO_MESSAGING_SERVICE_SID: sid,
    }),
  );
  expect(await ctx.sms.readSenders()).toEqual({
    senders: [{ number: "+14155550100", kind: "long_code", country: "US" }],
    replyUrls: ["https://site.example/api/webhooks/twilio/inbound"],
    fallbackUrls: ["https://site.example/api/webhooks/twilio/inbound"],
    isRegistered: true,
  });
  await close();
  await withService.stop();
});

test("wrong keys fail with the provider's reason", async () => {
  const failures = await failuresWith({
    POSTMARK_SERVER_TOKEN: "wrong",
    TWILIO_AUTH_TOKEN: "wrong",
    PADDLE_API_KEY: "wrong",
  });
  expect(failures).toMatchObject({
    "Postmark key": "Request does not contain a valid Server token.",
    "Twilio key": "Authenticate",
    "Paddle key": "You aren't permitted to perform this request.",
  });
});

test("settings that the service refuses are named at once", async () => {
  const change = { POSTMARK_WEBHOOK_PASSWORD: "fifteen letters", METRICS_TOKEN: "short" };
  const { code, stderr } = await runCommand(["doctor"], { ...variables, ...change });
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toEqual([
    "There are 2 problems:",
    "- METRICS_TOKEN must have at least 16 characters and no spaces. Generate one with `openssl rand -hex 32`.",
    "- POSTMARK_WEBHOOK_PASSWORD must have at least 16 characters and no spaces. Generate one with `openssl rand -hex 32` and enter it in Postmark under Webhooks → Basic auth.",
  ]);
});

test("what can't be reached is a failed check, never a crash", async () => {
  const closed = await findClosedPort();
  const { host, port } = new URL(closed);
  const { code, stdout, stderr } = await runCommand(["doctor"], {
    ...variables,
    SANDBOX_PORT: port,
    SITE_URL: closed,
    DATABASE_URL: `postgresql://nobody@${host}/x`,
    DATA_DIR: "/nowhere",
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain(`fail  Clock                 connect ECONNREFUSED ${host}\n`);
  expect(stdout).toMatch(/^fail {2}Disk space {12}ENOENT/m);
  expect(stdout).toMatch(/^fail {2}Postmark key {10}.*ECONNREFUSED/m);
  expect(stdout).toMatch(/^fail {2}Paddle prices {9}.*ECONNREFUSED/m);
  expect(stdout).toContain("How to fix: Start the service with npm start unless it is running: ");
  expect(stdout.trimEnd()).toMatch(/\n7 pass, 1 warn, 26 fail$/);
});
