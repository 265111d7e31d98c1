// @module-tag slow
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildProcesses } from "@/server/build/bundle";
import { exitOf } from "@/server/run/child-exit";
import { findFreePort } from "@/server/run/ports";

let folder: string;
let ports: { PORT: string; SANDBOX_PORT: string };

beforeAll(() => buildProcesses());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "threeline-operations-"));
  ports = { PORT: String(await findFreePort()), SANDBOX_PORT: String(await findFreePort()) };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the service with these variables in the test's folder, and waits until it exits. */
async function start(variables: Record<string, string>) {
  const child = spawn(process.execPath, ["dist/main.mjs", "start"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      DATA_DIR: folder,
      ...ports,
      ...variables,
    },
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return { code: await exitOf(child), message: stderr.trim() };
}

async function listenOn(port: string): Promise<Server> {
  const server = createServer().listen(Number(port), "127.0.0.1");
  await once(server, "listening");
  return server;
}

test("rejects a port that isn't a number, before it creates anything", async () => {
  expect(await start({ PORT: "web" })).toEqual({
    code: 1,
    message: "PORT must be a port number from 1 to 65535, such as 3000.",
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.each(["PORT", "SANDBOX_PORT"] as const)("names a %s that is in use", async (variable) => {
  const server = await listenOn(ports[variable]);
  expect(await start({})).toEqual({
    code: 1,
    message: `Port ${ports[variable]} is in use by another program. Free it, or set ${variable} to another port.`,
  });
  server.close();
});

test.each([
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
    "OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://127.0.0.1:4318.",
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: "Bearer abc" },
    "OTEL_EXPORTER_OTLP_HEADERS must be names and values such as authorization=Bearer%20abc, separated by commas.",
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: "5%" }, "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1."],
  [
    { SENTRY_DSN: "https://errors.example/1" },
    "SENTRY_DSN must look like https://KEY@errors.example/1. Find it in the project's settings under Client Keys.",
  ],
])("rejects %j", async (variables, message) => {
  expect(await start(variables)).toEqual({ code: 1, message });
  expect(readdirSync(folder)).toEqual([]);
});

test("names a HOST that isn't this machine", async () => {
  // An address for documentation, which no machine has (RFC 5737).
  expect(await start({ HOST: "192.0.2.1" })).toEqual({
    code: 1,
    message: "HOST is 192.0.2.1, which isn't an address of this machine.",
  });
});

test("rejects one port for both servers", async () => {
  expect(await start({ SANDBOX_PORT: ports.PORT })).toEqual({
    code: 1,
    message: `PORT and SANDBOX_PORT are both ${ports.PORT}. Set them to different ports.`,
  });
});

test("names a database that it can't reach, without the password", async () => {
  const port = await findFreePort();
  const url = `postgresql://someone:secret@127.0.0.1:${port}/nowhere`;
  expect(await start({ DATABASE_URL: url })).toEqual({
    code: 1,
    message: `Can't reach the database of DATABASE_URL (postgresql://someone@127.0.0.1:${port}/nowhere): connect ECONNREFUSED 127.0.0.1:${port}.`,
  });
});

test("rejects a data folder that is a file", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(await start({ DATA_DIR: file })).toEqual({
    code: 1,
    message: `DATA_DIR must be a folder, but ${file} is a file.`,
  });
});

test("leaves a database folder with other files alone", async () => {
  const cluster = join(folder, "postgres");
  mkdirSync(cluster);
  writeFileSync(join(cluster, "leftover"), "a file of something else");
  expect(await start({})).toEqual({
    code: 1,
    message: `${cluster} has files in it but isn't a complete database. Move it away to start with an empty one.`,
  });
  expect(readdirSync(cluster)).toEqual(["leftover"]);
});

test("rejects a database of another PostgreSQL version", async () => {
  const cluster = join(folder, "postgres");
  mkdirSync(join(cluster, "base"), { recursive: true });
  mkdirSync(join(cluster, "global"));
  writeFileSync(join(cluster, "PG_VERSION"), "17\n");
  expect(await start({})).toEqual({
    code: 1,
    message: `${cluster} was created by PostgreSQL 17, but this version of Threeline comes with PostgreSQL 18.`,
  });
});

test("rejects secrets that it can't read", async () => {
  writeFileSync(join(folder, "secrets.json"), "{");
  expect(await start({})).toEqual({
    code: 1,
    message: `Can't read the generated secrets in ${join(folder, "secrets.json")}. Move the file away to generate new ones.`,
  });
});

test("requires all settings once one real provider key is set, and names them at once", async () => {
  const variables = {
    POSTMARK_SERVER_TOKEN: "POSTMARK_API_TEST",
    PADDLE_API_KEY: "pdl_sdbx_apikey_01gtgztp8f4kek3yd4g1wrksa3_q6TGTJyvoIz7LDtXT65bX7_AQO",
    SITE_URL: "http://localhost.evil.com",
    SMS_SEGMENTS_PER_SECOND: "75",
  };
  const { code, message } = await start(variables);
  expect(code).toBe(1);
  expect(message.split("\n")).toEqual([
    "There are 13 problems:",
    "- SITE_URL must start with https:// when real provider keys are set.",
    "- PADDLE_CLIENT_TOKEN is missing. Create one in Paddle under Developer tools → Authentication → Client-side tokens.",
    "- PADDLE_PRICE_MONTHLY is missing. Find it in Paddle under Catalog, at the monthly price.",
    "- PADDLE_PRICE_ANNUAL is missing. Find it in Paddle under Catalog, at the annual price.",
    "- AUTH_SECRET is missing. Generate one with `openssl rand -base64 32`.",
    "- POSTMARK_SERVER_TOKEN is Postmark's test token, which accepts every email and sends none. Find it in Postmark under Servers → API Tokens; to rehearse, in a server of the type Sandbox.",
    "- POSTMARK_WEBHOOK_USERNAME is missing. Choose one and enter it in Postmark under Webhooks → Basic auth.",
    "- POSTMARK_WEBHOOK_PASSWORD is missing. Generate one with `openssl rand -hex 32` and enter it in Postmark under Webhooks → Basic auth.",
    "- TWILIO_ACCOUNT_SID is missing. Find it in the Twilio console under Account Info.",
    "- TWILIO_AUTH_TOKEN is missing. Find it in the Twilio console under Account Info.",
    "- PADDLE_WEBHOOK_SECRET is missing. Find it in Paddle under Developer tools → Notifications, in our webhook's destination.",
    "- With real provider keys, set MAIL_FROM (the sender of all email), OPERATOR_EMAIL (who gets alerts), and CONTACT_FORM_URL (where the contact form goes).",
    "- TWILIO_FROM is missing. Set it to your Twilio number, such as +14155550100, or set TWILIO_MESSAGING_SERVICE_SID.",
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test("names what is wrong with variables and with files in one list", async () => {
  writeFileSync(join(folder, "secrets.json"), "{");
  const port = ports.PORT;
  expect(await start({ LOG_LEVEL: "loud", SANDBOX_PORT: port })).toEqual({
    code: 1,
    message: [
      "There are 3 problems:",
      `- Can't read the generated secrets in ${join(folder, "secrets.json")}. Move the file away to generate new ones.`,
      "- LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.",
      `- PORT and SANDBOX_PORT are both ${port}. Set them to different ports.`,
    ].join("\n"),
  });
});

test("names ports that are in use and a database that it can't reach in one list", async () => {
  const server = await listenOn(ports.SANDBOX_PORT);
  const port = await findFreePort();
  const url = `postgresql://someone:secret@127.0.0.1:${port}/nowhere`;
  expect(await start({ DATABASE_URL: url })).toEqual({
    code: 1,
    message: [
      "There are 2 problems:",
      `- Port ${ports.SANDBOX_PORT} is in use by another program. Free it, or set SANDBOX_PORT to another port.`,
      `- Can't reach the database of DATABASE_URL (postgresql://someone@127.0.0.1:${port}/nowhere): connect ECONNREFUSED 127.0.0.1:${port}.`,
    ].join("\n"),
  });
  server.close();
});

test.each([
  [{ SITE_URL: "https://threeline.example" }, "SITE_URL is https://threeline.example"],
  [{ DATABASE_URL: "postgresql://u:secret@db.example/x" }, "DATABASE_URL is on db.example"],
])("refuses to run %j on the sandbox, before it creates anything", async (variables, found) => {
  expect(await start(variables)).toEqual({
    code: 1,
    message: `${found}, but no provider keys are set: set the keys of Postmark, Twilio, and Paddle, or set ALLOW_SANDBOX=1 for a test site that sends nothing.`,
  });
  expect(readdirSync(folder)).toEqual([]);
});
