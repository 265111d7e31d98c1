import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { toDatabaseDate, toFullDate, toShortDate } from "@/lib/contracts/calendar";
import { connectDatabase, type Database } from "@/lib/platform/database/database";
import { startLocalPostgres } from "@/server/postgres/local-postgres";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { previewOf } from "@/lib/domain/posts/post-views";
import { systemClock } from "@/lib/platform/clock";
import { createLogger } from "@/lib/platform/logger";
import { hashPassword, passwordCost } from "@/lib/platform/password";
import { finishDemo, seedDemo, type DemoSize } from "@/lib/domain/seed/demo/demo";
import { screenCalls } from "./admin-screens";
import { quantile } from "./quantile";
import { startWeb } from "./web";

type AdminBench = {
  bench: "admin";
  posts: number;
  dailyMessages: number;
  /** Sequential calls of each kind. */
  calls: number;
  subscribers: number;
  /** Rows of the ledger. */
  deliveries: number;
  /** Per kind of call. */
  p95Ms: Record<string, number>;
  worstP95Ms: number;
  allowedMs: number;
  /** The same for the screens about subscribers, deliveries, and money, whose limits differ. */
  screensP95Ms: Record<string, number>;
  /** Screens that took longer than they may. */
  slowScreens: string[];
};

const port = 3_945;
const site = `http://localhost:${port}`;
const postCount = 1_000;
const messageCount = 260;
const allowedMs = 100;
const credentials = { username: "bench", password: "a password for the bench" };
const slugLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
const dayMs = 24 * 3_600_000;

/** About 900 words, as a long post has them. */
const content = Array.from(
  { length: 30 },
  (_, index) =>
    `## Story ${index}\n\nThe **ten-year yield** fell to 4.11%, a three-month low, after [services data](https://example.com/${index}) came in soft; two of five desks now expect a cut.`,
).join("\n\n");

const message = "1. Ten-year yield at 4.11%\n2. Brent under $70\n3. ECB seen cutting in December";

const dayBefore = (index: number) =>
  new Date(Date.UTC(2026, 10, 20) - index * dayMs).toISOString().slice(0, 10);

const slugOf = (index: number) =>
  `${slugLetters[Math.floor(index / slugLetters.length)]}${slugLetters[index % slugLetters.length]}`;

async function fill(db: Database): Promise<void> {
  const passwordHash = await hashPassword(credentials.password, passwordCost);
  await db.admin.create({ data: { username: credentials.username, passwordHash } });
  await db.post.createMany({
    data: Array.from({ length: postCount }, (_, index) => ({
      slug: slugOf(index),
      title: `Post ${index}: services, oil and a long pause`,
      localDate: toDatabaseDate(dayBefore(index)),
      content,
      preview: previewOf(content),
      readTime: 4,
    })),
  });
  await db.dailyMessage.createMany({
    data: Array.from({ length: messageCount }, (_, index) => ({
      localDate: toDatabaseDate(dayBefore(index)),
      message,
    })),
  });
  await db.$executeRaw`ANALYZE`;
}

async function logIn(): Promise<string> {
  const response = await fetch(`${site}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
  if (!response.ok) throw new Error(`The login failed with ${response.status}.`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

type Call = { method: "GET" | "POST" | "PUT"; path: string; body?: object };

/** The requests of the admin screens. `index` counts the calls of a kind. */
const kinds: Record<string, (index: number) => Call> = {
  "list of posts": () => ({ method: "GET", path: "/api/posts?limit=100" }),
  "search of posts": (index) => ({ method: "GET", path: `/api/posts?q=post%20${index}` }),
  "one post": (index) => ({ method: "GET", path: `/api/posts/${index + 1}` }),
  "save of a post": (index) => {
    const localDate = dayBefore(index);
    return {
      method: "PUT",
      path: `/api/posts/${index + 1}`,
      body: {
        slug: slugOf(index),
        title: `Post ${index}, saved`,
        shortDate: toShortDate(localDate),
        fullDate: toFullDate(localDate),
        content,
        readTime: 4,
      },
    };
  },
  "list of messages": () => ({ method: "GET", path: "/api/daily-messages?limit=100" }),
  "one message": (index) => ({ method: "GET", path: `/api/daily-messages/${index + 1}` }),
  "save of a message": (index) => ({
    method: "PUT",
    path: `/api/daily-messages/${index + 1}`,
    body: { date: dayBefore(index), message, isActive: true },
  }),
  calendar: () => ({ method: "GET", path: "/api/daily-messages/calendar" }),
  preview: (index) => ({
    method: "POST",
    path: "/api/daily-messages/preview",
    body: { date: dayBefore(index), message: `${message}\n${index}` },
  }),
};

async function measure(cookie: string, { method, path, body }: Call): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${site}${path}`, {
    method,
    headers: { cookie, ...(body ? { "content-type": "application/json" } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}.`);
  return performance.now() - startedAt;
}

/** Times of one kind of call, in milliseconds. */
async function timesOf(
  cookie: string,
  kind: string,
  callOf: (index: number) => Call,
  calls: number,
) {
  // Warm up: the first calls compile and fill caches.
  for (let index = 0; index < 10; index += 1) await measure(cookie, callOf(index));
  const times: number[] = [];
  for (let index = 0; index < calls; index += 1) times.push(await measure(cookie, callOf(index)));
  const sorted = times.toSorted((left, right) => left - right);
  const [p50, p95, most] = [0.5, 0.95, 1].map((part) => quantile(sorted, part));
  console.log(`${kind.padEnd(18)} p50 ${p50} ms, p95 ${p95} ms, max ${most} ms`);
  return p95 ?? 0;
}

/** Adds the demo, if there is to be one. */
async function fillDemo(db: Database, size: DemoSize): Promise<number> {
  if (size.subscribers === 0) return 0;
  const ctx = { db, clock: systemClock, log: createLogger("bench", "info") };
  const report = await seedDemo(ctx, size);
  if (typeof report === "string") throw new Error(`The demo wasn't added: ${report}.`);
  await finishDemo(ctx);
  return report.deliveries;
}

/**
 * Measures the requests of the admin screens with 1,000 posts, a year of daily messages, and the demo's
 * subscribers and deliveries: one editor, one built web process, the embedded database.
 */
export async function benchAdmin(args: string[]): Promise<AdminBench> {
  const { values } = parseArgs({
    args,
    options: {
      calls: { type: "string", default: "100" },
      /** People who ever subscribed; 0 leaves the screens about them out. */
      subscribers: { type: "string", default: "100000" },
      /** Days of deliveries. */
      days: { type: "string", default: "365" },
      /** A folder with built pages. */
      built: { type: "string" },
    },
  });
  const calls = Math.min(Number(values.calls), messageCount);
  const dataDir = mkdtempSync(join(tmpdir(), "threeline-bench-"));
  const server = await startLocalPostgres(dataDir);
  let web: ChildProcess | undefined;
  try {
    await applyMigrations(server.url);
    const { db, close } = connectDatabase(server.url, { maxConnections: 1 });
    await fill(db);
    const size = { subscribers: Number(values.subscribers), days: Number(values.days) };
    const deliveries = await fillDemo(db, size);
    await close();
    web = await startWeb(server.url, { dataDir, built: values.built, port });
    const cookie = await logIn();
    const p95Ms: Record<string, number> = {};
    for (const [kind, callOf] of Object.entries(kinds)) {
      p95Ms[kind] = await timesOf(cookie, kind, callOf, calls);
    }
    const screens = size.subscribers > 0 ? Object.entries(screenCalls) : [];
    const screensP95Ms: Record<string, number> = {};
    for (const [kind, { path }] of screens) {
      const callOf = (index: number): Call => ({ method: "GET", path: path(index) });
      screensP95Ms[kind] = await timesOf(cookie, kind, callOf, calls);
    }
    return {
      bench: "admin",
      posts: postCount,
      dailyMessages: messageCount,
      calls,
      p95Ms,
      worstP95Ms: Math.max(...Object.values(p95Ms)),
      allowedMs,
      subscribers: size.subscribers,
      deliveries,
      screensP95Ms,
      slowScreens: screens.flatMap(([kind, screen]) =>
        (screensP95Ms[kind] ?? 0) > screen.allowedMs ? [kind] : [],
      ),
    };
  } finally {
    web?.kill("SIGKILL");
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
