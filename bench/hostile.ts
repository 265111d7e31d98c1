import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { localDateAt } from "@/lib/calendar/days";
import { connectDatabase } from "@/lib/platform/database/database";
import { listHostileRequests, type HostileRequest } from "@/tests/support/hostile/requests";
import { isFailure, sendHostile } from "@/tests/support/hostile/send";
import { fillBriefings } from "./admin-data";
import { cpuUs } from "./processes";
import { quantile } from "./quantile";
import { withScratch } from "./scratch";
import { startWeb } from "./web";

type Cost = { cpuMs: number; tookMs: number };

type HostileBench = {
  bench: "hostile";
  requests: number;
  /** Processor time of the web process for one request, in milliseconds. */
  cpu: { p50Ms: number; p99Ms: number; maxMs: number };
  worst: { cpuMs: number; request: string }[];
  allowedMs: number;
  /** Requests that took more, also when sent again. */
  over: number;
  /** Answers with a 5xx, and connections left open. */
  failed: number;
  /** The machine's, before and after. */
  load: [number, number];
};

const port = 3_946;
const providersPort = 3_947;
const allowedMs = 250;
const worstShown = 10;

const describeRequest = ({ head, body }: HostileRequest) => {
  const [line = "", ...headers] = head.trimEnd().split("\r\n");
  const strange = headers.filter((each) => !/^(?:host|connection|x-forwarded-for):/.test(each));
  return [line || "(an empty line)", ...strange, body.toString("latin1", 0, 60)]
    .map((each) => each.slice(0, 90))
    .join(" | ");
};

/** In place of the sandbox: it tells the time, and its Paddle has no purchase. Nothing else is called. */
async function startProviders(): Promise<Server> {
  const nothing = { data: [], meta: { pagination: { per_page: 50, next: "", has_more: false } } };
  const providers = createServer(({ url }, response) => {
    const clock = { now: new Date(), rate: 1, setTo: null };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(url === "/sandbox/clock" ? clock : nothing));
  }).listen(providersPort, "127.0.0.1");
  await once(providers, "listening");
  return providers;
}

/**
 * Measures how much processor time of a web process each request of `tests/support/hostile` costs, which
 * the browser tests send too. They are sent one after the other. What takes too long is sent once more,
 * because the first request of its kind loads code, and counts with the shorter time, less what the
 * process uses in as long a time without a request.
 */
export async function benchHostile(args: string[]): Promise<HostileBench> {
  const { values } = parseArgs({
    args,
    options: {
      /** A folder with built pages. */
      built: { type: "string" },
    },
  });
  const load = loadavg()[0] ?? 0;
  return withScratch(async (scratch) => {
    const { db, close } = connectDatabase(scratch.server.url, { maxConnections: 2 });
    const providers = await startProviders();
    let failed = 0;
    await fillBriefings(db, localDateAt(new Date(), "Europe/London"));
    await close();
    const web = await startWeb(scratch, {
      built: values.built,
      port,
      variables: {
        PROVIDERS: "sandbox",
        SANDBOX_PORT: String(providersPort),
        // Each request comes from another address, so that no rate limit answers instead.
        TRUSTED_PROXY_HOPS: "1",
      },
    });
    const pid = web.pid ?? 0;
    const measure = async (request: HostileRequest): Promise<Cost> => {
      const before = cpuUs(pid);
      const startedAt = performance.now();
      const outcome = await sendHostile(port, request);
      if (isFailure(request, outcome)) {
        failed += 1;
        console.log(`failed: ${JSON.stringify(outcome)} ${describeRequest(request)}`);
      }
      return { cpuMs: (cpuUs(pid) - before) / 1_000, tookMs: performance.now() - startedAt };
    };
    /** Some are answered only after 15 seconds, in which the process also does other things. */
    const measureAgain = async (request: HostileRequest): Promise<number> => {
      const { cpuMs, tookMs } = await measure(request);
      const before = cpuUs(pid);
      await sleep(tookMs);
      return Math.max(0, cpuMs - (cpuUs(pid) - before) / 1_000);
    };
    const measured: { cpuMs: number; request: string }[] = [];
    for (const request of listHostileRequests()) {
      let { cpuMs } = await measure(request);
      if (cpuMs > allowedMs) cpuMs = Math.min(cpuMs, await measureAgain(request));
      measured.push({ cpuMs, request: describeRequest(request) });
    }
    const worst = measured.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, worstShown);
    for (const { cpuMs, request } of worst) console.log(`${cpuMs} ms: ${request}`);
    providers.close();
    const sorted = measured.map(({ cpuMs }) => cpuMs).toSorted((a, b) => a - b);
    return {
      bench: "hostile",
      requests: measured.length,
      cpu: {
        p50Ms: quantile(sorted, 0.5),
        p99Ms: quantile(sorted, 0.99),
        maxMs: quantile(sorted, 1),
      },
      worst,
      allowedMs,
      over: sorted.filter((cpuMs) => cpuMs > allowedMs).length,
      failed,
      load: [load, loadavg()[0] ?? 0],
    };
  });
}
