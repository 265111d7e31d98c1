import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { expect, type APIRequestContext } from "playwright/test";
import { z } from "zod";
import { findFreePort } from "@/server/run/ports";
import { brokenByHeader, startBalancer, type Balancer } from "../../support/browser/balancer";
import { logIn, subscribe } from "../../support/browser/login";
import { test } from "../../support/browser/own-address";
import { logInAdmin } from "../../support/browser/public-pages";
import { instanceDatabaseUrl } from "../../support/browser/web-process";

// Two web processes as systemd runs them, behind a proxy that behaves as nginx in deploy/proxy, over
// the database of the instance under test. While they're stopped, killed, and started, clients request
// public pages, pages of subscribers and of the team, and post forms.

const dataDir = process.env["E2E_DATA_DIR"] ?? "";
const readersAtOnce = 3;
const othersAtOnce = 2;

/** One process of `threeline-web@PORT`. */
class WebProcess {
  readonly port: number;
  readonly #variables: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;

  constructor(port: number, variables: NodeJS.ProcessEnv) {
    this.port = port;
    this.#variables = { ...variables, PORT: String(port) };
  }

  /** Starts it, and waits until it responds, as install.sh does. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ["dist/run.mjs", "web"], {
      env: this.#variables,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    const log = createWriteStream(`.test/logs/web-${this.port}.log`, { flags: "a" });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    const health = () =>
      fetch(`http://127.0.0.1:${this.port}/api/health`).then(
        ({ status }) => status,
        () => child.exitCode,
      );
    await expect.poll(health, { timeout: 100_000 }).toBe(200);
  }

  /** Returns its exit code; null when the signal ended it. */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
    return child.exitCode;
  }
}

let balancer: Balancer;
let webs: [WebProcess, WebProcess];

test.beforeAll(async () => {
  mkdirSync(".test/logs", { recursive: true });
  const ports = [await findFreePort(), await findFreePort()] as const;
  balancer = await startBalancer(ports);
  const variables = {
    ...process.env,
    DATABASE_URL: instanceDatabaseUrl(),
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    SITE_URL: balancer.url,
    SANDBOX_PORT: new URL(process.env["E2E_SANDBOX_URL"] ?? "").port,
    TRUSTED_PROXY_HOPS: "1",
  };
  webs = [new WebProcess(ports[0], variables), new WebProcess(ports[1], variables)];
  await Promise.all(webs.map((web) => web.start()));
});

test.afterAll(async () => {
  balancer.close();
  await Promise.all(webs.map((web) => web.stop("SIGKILL")));
});

/** A request of which the client got no complete answer, or not the right one. */
type Failure = { method: string; path: string; status: number; brokenBy: string | null };

type Wanted = { method?: "POST"; path: string; body?: object };

/** Clients that request one thing after another. */
class Load {
  readonly failures: Failure[] = [];
  answered = 0;
  #isOver = false;
  readonly #clients: Promise<void>[] = [];

  /** @param next what the client asks for next */
  add(count: number, cookie: string, next: (turn: number) => Wanted, done?: (of: Wanted) => void) {
    for (let client = 0; client < count; client += 1) {
      this.#clients.push(this.#run(cookie, (turn) => next(turn * count + client), done));
    }
  }

  /** Waits until a number of further requests has been answered. */
  async answers(count: number): Promise<void> {
    const before = this.answered;
    await expect.poll(() => this.answered - before, { timeout: 60_000 }).toBeGreaterThan(count);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #run(cookie: string, next: (turn: number) => Wanted, done?: (of: Wanted) => void) {
    for (let turn = 0; !this.#isOver; turn += 1) {
      const wanted = next(turn);
      const failure = await ask(cookie, wanted);
      if (failure) this.failures.push(failure);
      else done?.(wanted);
      this.answered += 1;
    }
  }
}

async function ask(cookie: string, { method, path, body }: Wanted): Promise<Failure | null> {
  const failure = { method: method ?? "GET", path, status: 0, brokenBy: null };
  try {
    const response = await fetch(balancer.url + path, {
      method: failure.method,
      headers: { cookie, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "manual",
    });
    const { status, headers } = response;
    await response.arrayBuffer();
    if (status === (method === "POST" ? 201 : 200)) return null;
    return { ...failure, status, brokenBy: headers.get(brokenByHeader) };
  } catch {
    return failure;
  }
}

async function cookieOf(request: APIRequestContext): Promise<string> {
  const { cookies } = await request.storageState();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

const peopleSchema = z.object({ rows: z.array(z.object({ id: z.int() })) });
const notesSchema = z.object({ notes: z.array(z.object({ body: z.string() })) });

/** Starts all clients. What they post are notes about a subscriber, all of which can be listed. */
async function startLoad(request: APIRequestContext) {
  const { email } = await subscribe(request);
  await logIn({ request }, email);
  const subscriber = await cookieOf(request);
  await logInAdmin(request);
  const editor = await cookieOf(request);
  const found = await request.get("/api/admin/subscribers", { params: { q: email } });
  const [person] = peopleSchema.parse(await found.json()).rows;
  const path = `/api/admin/subscribers/${person?.id}`;

  const load = new Load();
  const pages = ["/", "/read", "/feed.xml", "/pricing", "/api/posts"];
  const own = ["/account/details", "/api/user"];
  const admin = ["/admin/subscribers", "/api/admin/today"];
  const inTurn = (paths: readonly string[]) => (turn: number) => ({
    path: paths[turn % paths.length] ?? "/",
  });
  const saved: string[] = [];
  load.add(readersAtOnce, "", inTurn(pages));
  load.add(othersAtOnce, subscriber, inTurn(own));
  load.add(othersAtOnce, editor, inTurn(admin));
  load.add(
    othersAtOnce,
    editor,
    (turn) => ({ method: "POST", path: `${path}/notes`, body: { body: `Note ${turn}` } }),
    ({ body }) => saved.push(String(Reflect.get(body ?? {}, "body"))),
  );
  /** The notes that clients know to be saved, and those that are. */
  const notes = async () => {
    const { notes: all } = notesSchema.parse(await (await request.get(`${path}/export`)).json());
    return { saved: saved.toSorted(), found: all.map(({ body }) => body).toSorted() };
  };
  return { load, notes };
}

test("while web processes are restarted one after the other, no request fails, and each form is saved once", async ({
  request,
}) => {
  test.slow();
  const { load, notes } = await startLoad(request);
  await load.answers(100);
  // The second stops as soon as the first responds again: the proxy may still believe that it's down.
  for (const web of webs) {
    expect(await web.stop("SIGTERM")).toBe(0);
    await web.start();
  }
  await load.answers(100);
  await load.stop();
  expect(load.failures).toEqual([]);
  const { saved, found } = await notes();
  expect(found).toEqual(saved);
});

test("when a web process is killed, only forms that it had received and responses that it had begun fail", async ({
  request,
}) => {
  test.slow();
  const { load, notes } = await startLoad(request);
  const [, second] = webs;
  await load.answers(100);
  await second.stop("SIGKILL");
  await load.answers(100);
  const before = balancer.servedBy(second.port);
  await second.start();
  // Until the proxy uses it again.
  await expect
    .poll(() => balancer.servedBy(second.port), { timeout: 30_000 })
    .toBeGreaterThan(before);
  await load.stop();
  const known = load.failures.filter(
    ({ status, brokenBy }) => status === 0 || brokenBy === String(second.port),
  );
  expect(load.failures).toEqual(known);
  expect(load.failures.length).toBeLessThanOrEqual(readersAtOnce + 3 * othersAtOnce);
  const { saved, found } = await notes();
  expect(found.filter((note, index) => found.indexOf(note) !== index)).toEqual([]);
  expect(saved.filter((note) => !found.includes(note))).toEqual([]);
});
