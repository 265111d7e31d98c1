// @module-tag slow
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildProcesses } from "@/server/build/bundle";
import { exitOf } from "@/server/supervisor/child-exit";
import { findFreePort } from "@/server/supervisor/ports";

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

test("requires all settings once one real provider key is set", async () => {
  const variables = {
    POSTMARK_SERVER_TOKEN: "a-real-token",
    SITE_URL: "https://threeline.example",
    SMS_SEGMENTS_PER_SECOND: "75",
    PADDLE_PRICE_MONTHLY: "pri_monthly",
    PADDLE_PRICE_ANNUAL: "pri_annual",
  };
  expect(await start(variables)).toEqual({
    code: 1,
    message: "AUTH_SECRET is missing. Generate one with `openssl rand -base64 32`.",
  });
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
