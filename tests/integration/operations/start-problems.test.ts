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

/** Starts the service with these variables over the test's folder, and waits for it to give up. */
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
  return { code: await exitOf(child), sentence: stderr.trim() };
}

async function listenOn(port: string): Promise<Server> {
  const server = createServer().listen(Number(port), "127.0.0.1");
  await once(server, "listening");
  return server;
}

test("a port that is no number", async () => {
  expect(await start({ PORT: "web" })).toEqual({
    code: 1,
    sentence: "PORT must be a port number between 1 and 65535, such as 3000.",
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.each(["PORT", "SANDBOX_PORT"] as const)("a busy %s", async (variable) => {
  const server = await listenOn(ports[variable]);
  expect(await start({})).toEqual({
    code: 1,
    sentence: `Port ${ports[variable]} is in use by another program; free it or set ${variable} to another port.`,
  });
  server.close();
});

test("one port for both servers", async () => {
  expect(await start({ SANDBOX_PORT: ports.PORT })).toEqual({
    code: 1,
    sentence: `PORT and SANDBOX_PORT are both ${ports.PORT}; give them different ports.`,
  });
});

test("a database that cannot be reached, without its password in the answer", async () => {
  const port = await findFreePort();
  const url = `postgresql://someone:secret@127.0.0.1:${port}/nowhere`;
  expect(await start({ DATABASE_URL: url })).toEqual({
    code: 1,
    sentence: `The database of DATABASE_URL (postgresql://someone@127.0.0.1:${port}/nowhere) cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.`,
  });
});

test("a data folder that is a file", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(await start({ DATA_DIR: file })).toEqual({
    code: 1,
    sentence: `DATA_DIR must be a folder, and ${file} is a file.`,
  });
});

test("a database folder with files but no database", async () => {
  const cluster = join(folder, "postgres");
  mkdirSync(cluster);
  writeFileSync(join(cluster, "leftover"), "kept");
  expect(await start({})).toEqual({
    code: 1,
    sentence: `${cluster} holds files but no complete database; move it away to start with an empty one.`,
  });
  expect(readdirSync(cluster)).toEqual(["leftover"]);
});

test("a database of another PostgreSQL", async () => {
  const cluster = join(folder, "postgres");
  mkdirSync(join(cluster, "base"), { recursive: true });
  mkdirSync(join(cluster, "global"));
  writeFileSync(join(cluster, "PG_VERSION"), "17\n");
  expect(await start({})).toEqual({
    code: 1,
    sentence: `${cluster} belongs to PostgreSQL 17, and this version of Threeline comes with PostgreSQL 18.`,
  });
});

test("secrets that cannot be read", async () => {
  writeFileSync(join(folder, "secrets.json"), "{");
  expect(await start({})).toEqual({
    code: 1,
    sentence: `${join(folder, "secrets.json")} cannot be read as this machine's secrets; move it away to have new ones made.`,
  });
});

test("real provider keys without the rest of them", async () => {
  const variables = {
    POSTMARK_SERVER_TOKEN: "a-real-token",
    SITE_URL: "https://threeline.example",
    SMS_SEGMENTS_PER_SECOND: "75",
    PADDLE_PRICE_MONTHLY: "pri_monthly",
    PADDLE_PRICE_ANNUAL: "pri_annual",
  };
  expect(await start(variables)).toEqual({
    code: 1,
    sentence: "AUTH_SECRET is missing: make one with `openssl rand -base64 32`.",
  });
});
