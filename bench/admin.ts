import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { localDateAt } from "@/lib/calendar/days";
import { formatLongMonthDayYear, formatDayMonthCaps } from "@/lib/calendar/format";
import { postSearchSchema } from "@/lib/contracts/reading/post-search";
import { searchPosts } from "@/lib/domain/posts/archive/search-posts";
import { connectDatabase, type Database } from "@/lib/platform/database/database";
import { startLocalPostgres } from "@/server/postgres/local-postgres";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { systemClock } from "@/lib/platform/clock";
import { createLogger } from "@/lib/platform/logger";
import {
  content,
  credentials,
  dateOf,
  fillBriefings,
  fillPeople,
  imageCount,
  loadSettings,
  message,
  messageCount,
  postCount,
  rareWord,
  slugOf,
  type DataSize,
} from "./admin-data";
import { screenCalls } from "./admin-screens";
import { quantile } from "./quantile";
import { startWeb } from "./web";

type Times = { p50Ms: number; p95Ms: number; maxMs: number; allowedMs: number };

type AdminBench = {
  bench: "admin";
  posts: number;
  images: number;
  dailyMessages: number;
  subscribers: number;
  /** Rows of the ledger. */
  deliveries: number;
  /** Of the database, in gigabytes. */
  databaseGb: number;
  /** Sequential calls of each kind. */
  calls: number;
  /** The machine's, before and after. */
  load: [number, number];
  /** Per kind of call. */
  times: Record<string, Times>;
  /** Kinds of calls whose p95 was above what they may take. */
  slow: string[];
};

const port = 3_945;
const site = `http://localhost:${port}`;
/** For the editors' screens. */
const allowedMs = 100;
/** For readers' search. */
const allowedSearchMs = 50;

/** What readers search for: words of one post, of every post, a phrase, and misspelled ones. */
const readerSearches: Record<string, (index: number) => string> = {
  "readers: rare word": (index) => rareWord(index),
  "readers: common words": () => "treasury yield",
  "readers: phrase": () => '"services data" cut',
  "readers: misspelled": (index) => `yeilds ${rareWord(index)}`,
  "readers: no match": (index) => `unmatched${rareWord(index)}`,
};

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

/** The requests of the editors' screens. `index` counts the calls of a kind. */
const editorCalls = (today: string): Record<string, (index: number) => Call> => ({
  "list of posts": () => ({ method: "GET", path: "/api/posts?limit=100" }),
  "search of posts": (index) => ({ method: "GET", path: `/api/posts?q=post%20${index}` }),
  "one post": (index) => ({ method: "GET", path: `/api/posts/${index + 1}` }),
  "save of a post": (index) => {
    const localDate = dateOf(today, index);
    return {
      method: "PUT",
      path: `/api/posts/${index + 1}`,
      body: {
        slug: slugOf(index),
        title: `Post ${index}, saved`,
        shortDate: formatDayMonthCaps(localDate),
        fullDate: formatLongMonthDayYear(localDate),
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
    body: { date: dateOf(today, index), message, isActive: true },
  }),
  calendar: () => ({ method: "GET", path: "/api/daily-messages/calendar" }),
  preview: (index) => ({
    method: "POST",
    path: "/api/daily-messages/preview",
    body: { date: dateOf(today, index), message: `${message}\n${index}` },
  }),
  "checks before sending": (index) => ({
    method: "POST",
    path: "/api/daily-messages/checks",
    body: { date: dateOf(today, index), message: `${message}\n${index}` },
  }),
  "list of images": (index) => ({
    method: "GET",
    path: index === 0 ? "/api/images" : `/api/images?before=${imageCount - 24 * (index % 200)}`,
  }),
  "search of images": (index) => ({ method: "GET", path: `/api/images?q=${rareWord(index)}` }),
  "unused images": () => ({ method: "GET", path: "/api/images?use=unused" }),
  "history of a post": (index) => ({ method: "GET", path: `/api/posts/${index + 1}/revisions` }),
});

/** Times of readers' searches, without the page around them: those are limited per address. */
async function measureSearches(
  db: Database,
  { calls, only }: { calls: number; only: string },
): Promise<Record<string, Times>> {
  const ctx = { db, clock: systemClock };
  const times: Record<string, Times> = {};
  for (const [kind, textOf] of Object.entries(readerSearches)) {
    if (!kind.includes(only)) continue;
    const measureOne = async (index: number) => {
      const search = postSearchSchema.parse({ q: textOf(index) });
      const startedAt = performance.now();
      await searchPosts(ctx, search);
      return performance.now() - startedAt;
    };
    times[kind] = await timesOf({ kind, measureOne, allowed: allowedSearchMs }, calls);
  }
  return times;
}

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
  kindOfCall: { kind: string; measureOne: (index: number) => Promise<number>; allowed: number },
  calls: number,
): Promise<Times> {
  const { kind, measureOne, allowed } = kindOfCall;
  // Warm up: the first calls compile and fill caches.
  for (let index = 0; index < 10; index += 1) await measureOne(index);
  const times: number[] = [];
  for (let index = 0; index < calls; index += 1) times.push(await measureOne(index));
  const sorted = times.toSorted((left, right) => left - right);
  const [p50Ms = 0, p95Ms = 0, maxMs = 0] = [0.5, 0.95, 1].map((part) => quantile(sorted, part));
  const verdict = p95Ms > allowed ? `, allowed ${allowed} ms` : "";
  console.log(`${kind.padEnd(28)} p50 ${p50Ms} ms, p95 ${p95Ms} ms, max ${maxMs} ms${verdict}`);
  return { p50Ms, p95Ms, maxMs, allowedMs: allowed };
}

async function measureAll(
  cookie: string,
  today: string,
  { calls, subscribers, only }: { calls: number; subscribers: number; only: string },
): Promise<Record<string, Times>> {
  const screens = subscribers > 0 ? screenCalls(today, subscribers) : {};
  const kinds = [
    ...Object.entries(screens).map(([kind, screen]) => ({
      kind,
      callOf: (index: number): Call => ({ method: "GET", path: screen.path(index) }),
      allowed: screen.allowedMs,
    })),
    ...Object.entries(editorCalls(today)).map(([kind, callOf]) => ({
      kind,
      callOf,
      allowed: allowedMs,
    })),
  ];
  const times: Record<string, Times> = {};
  for (const each of kinds.filter(({ kind }) => kind.includes(only))) {
    const { kind, callOf, allowed } = each;
    const measureOne = (index: number) => measure(cookie, callOf(index));
    times[kind] = await timesOf({ kind, measureOne, allowed }, calls);
  }
  return times;
}

/** Fills a new database. */
async function fill(dataDir: string, today: string, size: DataSize): Promise<void> {
  const server = await startLocalPostgres(dataDir, loadSettings);
  try {
    await applyMigrations(server.url);
    const { db, close } = connectDatabase(server.url, { maxConnections: 1 });
    await fillBriefings(db, today);
    const ctx = { db, clock: systemClock, log: createLogger("bench", "info") };
    if (size.subscribers > 0) await fillPeople(ctx, today, size);
    await db.$executeRaw`ANALYZE`;
    await close();
  } finally {
    await server.stop();
  }
}

async function sizesOf(db: Database) {
  const [row] = await db.$queryRaw<{ subscribers: number; deliveries: number; bytes: number }[]>`
    SELECT (SELECT count(*)::int FROM subscribers) AS subscribers,
      (SELECT coalesce(sum(change), 0)::int FROM delivery_counts) AS deliveries,
      pg_database_size(current_database())::float8 AS bytes`;
  const { subscribers = 0, deliveries = 0, bytes = 0 } = row ?? {};
  return { subscribers, deliveries, databaseGb: Math.round(bytes / 1e8) / 10 };
}

const options = {
  calls: { type: "string", default: "100" },
  /** People who ever subscribed; 0 leaves the screens about them out. */
  subscribers: { type: "string", default: "100000" },
  /** Days of deliveries. */
  days: { type: "string", default: "365" },
  /** Rows of the ledger, if they can be added in `minutes`. */
  deliveries: { type: "string", default: "50000000" },
  minutes: { type: "string", default: "8" },
  /** A folder that keeps the filled database for the next time. */
  data: { type: "string" },
  /** Only kinds of calls with this in their name. */
  only: { type: "string", default: "" },
  /** A folder with built pages. */
  built: { type: "string" },
} as const;

/**
 * Measures the requests of the admin screens and readers' search with 10,000 posts, a year of daily messages, and the demo's
 * subscribers with a ledger of up to 50 million rows: one owner, one built web process, the embedded
 * database.
 */
export async function benchAdmin(args: string[]): Promise<AdminBench> {
  const { values } = parseArgs({ args, options });
  const today = localDateAt(new Date(), "America/New_York");
  const calls = Math.min(Number(values.calls), messageCount);
  const dataDir = values.data ?? mkdtempSync(join(tmpdir(), "threeline-bench-"));
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(join(dataDir, "postgres"))) {
    await fill(dataDir, today, {
      subscribers: Number(values.subscribers),
      days: Number(values.days),
      deliveries: Number(values.deliveries),
      minutes: Number(values.minutes),
    });
  }
  // With the settings of a real start.
  const server = await startLocalPostgres(dataDir);
  const children: ChildProcess[] = [];
  try {
    const { db, close } = connectDatabase(server.url, { maxConnections: 1 });
    const sizes = await sizesOf(db);
    const [loadBefore = 0] = loadavg();
    const { only } = values;
    const searches = await measureSearches(db, { calls, only });
    await close();
    await startWeb({ dataDir, server, children }, { built: values.built, port });
    const { subscribers } = sizes;
    const screens = await measureAll(await logIn(), today, { calls, subscribers, only });
    const times = { ...searches, ...screens };
    const [loadAfter = 0] = loadavg();
    return {
      bench: "admin",
      posts: postCount,
      images: imageCount,
      dailyMessages: messageCount,
      ...sizes,
      calls,
      load: [loadBefore, loadAfter],
      times,
      slow: Object.keys(times).filter(
        (kind) => (times[kind]?.p95Ms ?? 0) > (times[kind]?.allowedMs ?? 0),
      ),
    };
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await server.stop();
    if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}
