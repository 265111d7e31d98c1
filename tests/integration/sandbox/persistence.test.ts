import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { briefingEmail, call, makeFolder, postmarkClient, startSandbox } from "./harness";

const entry = resolve(".test", `sandbox-${process.pid}.mjs`);
const folders: string[] = [];

beforeAll(async () => {
  mkdirSync(resolve(".test"), { recursive: true });
  await build({
    entryPoints: ["sandbox/main.ts"],
    outfile: entry,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node24",
    alias: { "@": resolve(".") },
  });
});

afterAll(() => {
  for (const path of [entry, ...folders]) rmSync(path, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = makeFolder();
  folders.push(folder);
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function spawnSandbox(env: Record<string, string>) {
  const child = spawn(process.execPath, [entry], {
    env: { NODE_ENV: "test", PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return { child, stderr: () => stderr };
}

it("keeps messages, faults, suppressions, and the clock across a restart", async () => {
  const directory = newFolder();
  const first = await startSandbox({ directory });
  await first.mail.sendEmail(briefingEmail("jane@example.com", { Metadata: { delivery: "1" } }));
  await first.post("/sandbox/faults", { provider: "twilio", mode: "error", count: 5 });
  await first.post("/sandbox/faults", { provider: "postmark", mode: "search-lag", delayMs: 5 });
  await first.put("/sandbox/clock", { now: "2027-03-15T11:40:00Z", rate: 0.001 });
  await first.mail.createSuppressions("broadcast", {
    Suppressions: [{ EmailAddress: "bounced@example.com" }],
  });
  const before = await first.get("/sandbox/messages");
  const faults = await first.get("/sandbox/faults");
  const suppressions = await first.get("/sandbox/suppressions");
  expect(suppressions.body).toMatchObject([{ address: "bounced@example.com" }]);
  await first.close();
  const second = await startSandbox({ directory });
  expect(await second.get("/sandbox/messages")).toEqual(before);
  expect(await second.get("/sandbox/faults")).toEqual(faults);
  expect(await second.get("/sandbox/suppressions")).toEqual(suppressions);
  expect((await second.get("/sandbox/clock")).body).toMatchObject({
    now: expect.stringMatching(/^2027-03-15T11:40:0/),
    simulated: true,
    revision: 1,
  });
  await second.mail.sendEmail(briefingEmail("john@example.com"));
  expect((await second.get("/sandbox/messages/count")).body).toMatchObject({ total: 2 });
  await second.close();
});

it("keeps every accepted message across a kill -9", async () => {
  const dataDir = newFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { PROVIDERS: "sandbox", SANDBOX_PORT: String(port), DATA_DIR: dataDir };
  const first = spawnSandbox(env);
  expect(await once(first.child, "message")).toEqual([{ type: "ready" }, undefined]);
  const mail = postmarkClient(url, "sandbox-postmark-token");
  for (const batch of [0, 1, 2]) {
    await mail.sendEmailBatch(
      Array.from({ length: 100 }, (_, n) => briefingEmail(`r${batch}-${n}@example.com`)),
    );
  }
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const second = spawnSandbox(env);
  await once(second.child, "message");
  expect((await call(url, "GET", "/sandbox/messages/count?channel=email&by=to")).body).toEqual({
    total: 300,
    distinct: 300,
    duplicates: [],
  });
  second.child.kill("SIGTERM");
  expect(await once(second.child, "exit")).toEqual([0, null]);
});

it("exits when the supervisor's channel closes", async () => {
  const env = {
    PROVIDERS: "sandbox",
    SANDBOX_PORT: String(await freePort()),
    DATA_DIR: newFolder(),
  };
  const { child } = spawnSandbox(env);
  await once(child, "message");
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});

it.each([
  [
    { PROVIDERS: "live" },
    "The sandbox is for local use only and won't start with PROVIDERS=live.\n",
  ],
  [
    { POSTMARK_SERVER_TOKEN: "real" },
    "The sandbox won't start with real provider keys: POSTMARK_SERVER_TOKEN is set.\n",
  ],
  [
    { SANDBOX_PORT: "http" },
    "SANDBOX_PORT must be a port number between 1 and 65535, such as 4010.\n",
  ],
])("won't start with %j", async (env, message) => {
  const { child, stderr } = spawnSandbox({ DATA_DIR: newFolder(), ...env });
  expect(await once(child, "close")).toEqual([1, null]);
  expect(stderr()).toBe(message);
});

it("explains that its port is in use", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  const address = blocker.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { child, stderr } = spawnSandbox({ DATA_DIR: newFolder(), SANDBOX_PORT: String(port) });
  expect(await once(child, "close")).toEqual([1, null]);
  expect(stderr()).toBe(`Port ${port} is in use. Set SANDBOX_PORT to a free port.\n`);
  blocker.close();
});
