import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { parserCalls, type ParserCall } from "./parser-calls";
import { threadCpuMs } from "./processes";
import { withScratch } from "./scratch";
import { startWeb } from "./web";

/** What one request may cost before its sender is known. */
const allowedMs = 50;

const port = 3_947;

/** Of each call. The first ones also compile the code. */
const warmUps = 1;
const runs = 3;

/** After a response, for what is done once it was sent. */
const restMs = 20;

type Cost = { cpuMs: number; input: string; status: number };

type ParsersBench = {
  bench: "parsers";
  allowedMs: number;
  calls: number;
  /** Of each, the input that took most processor time. */
  parsers: Record<string, Cost>;
  /** Those that took more than allowed. */
  slow: string[];
};

const agent = new Agent({ keepAlive: true });
let client = 0;

/** Sends a call from an address that has no limits yet. */
function send({ method = "GET", path, headers, body }: ParserCall): Promise<number> {
  client += 1;
  const address = `198.${18 + (client >> 16)}.${(client >> 8) & 255}.${client & 255}`;
  return new Promise((resolve, reject) => {
    const call = request({
      port,
      path,
      method,
      agent,
      headers: { host: `localhost:${port}`, "x-forwarded-for": address, ...headers },
    });
    call.once("error", reject);
    call.once("response", (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    call.end(body);
  });
}

/** Measures a call in processor time of the thread that all other requests wait for. */
async function measure(pid: number, call: ParserCall): Promise<Cost> {
  let status = 0;
  const times: number[] = [];
  for (let run = 0; run < warmUps + runs; run += 1) {
    const before = threadCpuMs(pid);
    status = await send(call);
    await sleep(restMs);
    times.push(threadCpuMs(pid) - before);
  }
  const cpuMs = times.slice(warmUps).toSorted((a, b) => a - b)[runs >> 1] ?? 0;
  return { cpuMs: Math.round(cpuMs * 10) / 10, input: call.input, status };
}

async function measureAll(
  pid: number,
  calls: readonly ParserCall[],
): Promise<Record<string, Cost>> {
  const worst: Record<string, Cost> = {};
  for (const call of calls) {
    const cost = await measure(pid, call);
    const known = worst[call.parser];
    if (!known || known.cpuMs < cost.cpuMs) worst[call.parser] = cost;
  }
  return worst;
}

/**
 * Measures what a built web process does with anything that strangers can send, each with the largest
 * inputs that the limits allow.
 */
export async function benchParsers(args: string[]): Promise<ParsersBench> {
  const { values } = parseArgs({
    args,
    options: {
      /** Only parsers with this in their name. */
      only: { type: "string", default: "" },
      /** A folder with built pages. */
      built: { type: "string" },
    },
  });
  return withScratch(async (scratch) => {
    const web = await startWeb(scratch, {
      built: values.built,
      port,
      // Each call comes from a different address.
      variables: { TRUSTED_PROXY_HOPS: "1" },
    });
    const calls = parserCalls(values.built ?? ".next/bench").filter(({ parser }) =>
      parser.includes(values.only),
    );
    const parsers = await measureAll(web.pid ?? 0, calls);
    for (const [name, { cpuMs, input, status }] of Object.entries(parsers)) {
      const took = `${cpuMs.toFixed(1).padStart(6)} of ${allowedMs} ms`;
      console.log(`${name.padEnd(18)} ${took}  ${status}  ${input}`);
    }
    const slow = Object.keys(parsers).filter((name) => (parsers[name]?.cpuMs ?? 0) > allowedMs);
    return { bench: "parsers", allowedMs, calls: calls.length, parsers, slow };
  });
}
