import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { ensureBrowser } from "@/scripts/browser";

const ports = { site: 3970, sandbox: 4970, bare: 3971, nginx: 3972 } as const;
const bareUrl = `http://localhost:${ports.bare}`;

/** Requests per second of an article while its latency is measured. */
const steadyRate = 1_000;

/** Script size that an article may add to a bare Next page. */
const scriptAllowanceKb = 10;

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

type Category = (typeof categories)[number];

type PageScores = Record<Category, number> & {
  path: string;
  cls: number;
  lcpMs: number;
  tbtMs: number;
};

type ScriptKb = { article: number; bare: number; allowed: number };

type Rates = {
  article: number;
  /** An empty Next page. */
  bare: number;
  /** Article to bare page. */
  ratio: number;
  /** Of an article at a thousand requests a second, in milliseconds. */
  p99Ms: number;
  /** Load average of the last minute, after the measurement. */
  machineLoad: number;
  nginx: number | null;
};

/** The last line of `npm run bench -- pages`. Sizes are in KB after gzip. */
type PagesBench = {
  bench: "pages";
  pages: PageScores[];
  /** The same for an empty Next page: the best that the framework allows. */
  barePage?: PageScores;
  scriptKb?: ScriptKb;
  requestsPerSecond?: Rates;
};

/** Parts that `--only` can measure on their own. */
const parts = ["lighthouse", "script", "load"] as const;

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});

const loadSchema = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p99: z.number() }),
  non2xx: z.number(),
});

const postsSchema = z.array(z.object({ slug: z.string() }));

/** Waits for a line of a process's output. */
async function startUntil(
  child: ChildProcess,
  isReady: (line: string) => boolean,
): Promise<ChildProcess> {
  if (!child.stdout) throw new Error("Can't read the output of a benchmark process.");
  for await (const line of createInterface({ input: child.stdout })) {
    if (!isReady(line)) continue;
    // Leaving the loop pauses the stream, and a full pipe would block the process.
    setImmediate(() => child.stdout?.resume());
    return child;
  }
  throw new Error("A benchmark process exited before it was ready.");
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Runs a program and returns its output. */
async function outputOf(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<string> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  let problems = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (problems += chunk.toString()));
  await once(child, "close");
  if (child.exitCode !== 0) {
    throw new Error(`${command} ${args[0]} failed.\n${(problems || output).slice(-2_000)}`);
  }
  return output;
}

function startSite(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["scripts/run.mjs", "start"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(ports.site),
      SANDBOX_PORT: String(ports.sandbox),
      DATA_DIR: resolve(process.env["DATA_DIR"] ?? ".data", "bench-pages"),
      DATABASE_URL: "",
      SITE_URL: "",
      WORKERS: "0",
      POSTMARK_SERVER_TOKEN: "",
      TWILIO_AUTH_TOKEN: "",
      PADDLE_API_KEY: "",
      // The inherited ones point to the sandbox on the usual port.
      PADDLE_SCRIPT_URL: "",
      AUTOMATION_WEBHOOK_URL: "",
      CONTACT_FORM_URL: "",
      ANALYTICS_URL: "",
    },
  });
  return startUntil(child, (line) => line.startsWith("Ready: "));
}

async function scoresOf(siteUrl: string, path: string, runs: number): Promise<PageScores> {
  const reports: PageScores[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await scoresOnce(siteUrl, path));
  const [median] = reports
    .toSorted((left, right) => left.performance - right.performance)
    .slice(Math.floor(runs / 2));
  if (!median) throw new Error("--runs must be at least 1.");
  return median;
}

/** Lighthouse and autocannon, which only this benchmark needs. */
const toolsFolder = "bench/tools";

async function installTools(): Promise<void> {
  if (existsSync(`${toolsFolder}/node_modules/.package-lock.json`)) return;
  console.log("Installing Lighthouse and autocannon…");
  await outputOf("npm", ["ci", "--prefix", toolsFolder, "--no-fund", "--no-audit"]);
}

/** Lighthouse's report on a page, as JSON. */
async function lighthouse(url: string, triesLeft = 2): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  const env = { ...process.env, CHROME_PATH: await ensureBrowser() };
  const run = outputOf(
    process.execPath,
    [
      `${toolsFolder}/node_modules/lighthouse/cli/index.js`,
      url,
      "--quiet",
      "--output=json",
      "--form-factor=mobile",
      "--throttling-method=simulate",
      `--only-categories=${categories.join(",")}`,
      `--chrome-flags=--headless=new --disable-quic --disable-background-networking ${isRoot ? "--no-sandbox" : ""}`,
    ],
    { env },
  );
  return run.catch((error: unknown) => {
    // The browser missed the start of the trace. Lighthouse says to run again.
    if (triesLeft === 0 || !String(error).includes("NO_NAVSTART")) throw error;
    return lighthouse(url, triesLeft - 1);
  });
}

async function scoresOnce(siteUrl: string, path: string): Promise<PageScores> {
  const report = reportSchema.parse(JSON.parse(await lighthouse(`${siteUrl}${path}`)));
  const score = (name: Category) => Math.round((report.categories[name]?.score ?? 0) * 100);
  const audit = (name: string) => report.audits[name]?.numericValue ?? 0;
  return {
    path,
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
    cls: Number(audit("cumulative-layout-shift").toFixed(3)),
    lcpMs: Math.round(audit("largest-contentful-paint")),
    tbtMs: Math.round(audit("total-blocking-time")),
  };
}

/** Size after gzip of the scripts that a page loads, without `nomodule` ones, which browsers skip. */
async function scriptKb(siteUrl: string, path: string): Promise<number> {
  const html = await (await fetch(`${siteUrl}${path}`)).text();
  const sources = [
    ...html.matchAll(/<script(?![^>]*nomodule)[^>]*\s(?:data-)?src="([^"]+)"/gi),
  ].map(([, source = ""]) => new URL(source, siteUrl).href);
  const sizes = await Promise.all(
    [...new Set(sources)].map(async (url) => gzipSync(await (await fetch(url)).bytes()).length),
  );
  return Number((sizes.reduce((sum, size) => sum + size, 0) / 1024).toFixed(1));
}

/** Builds and starts an empty Next page with the same packages. */
async function startBarePage(): Promise<ChildProcess> {
  const folder = resolve(".test/bare-next");
  mkdirSync(join(folder, "app"), { recursive: true });
  const files = {
    "package.json": '{ "type": "module" }',
    "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(process.cwd())} } };`,
    "app/layout.jsx":
      'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
    "app/page.jsx": "export default function Page() { return <p>Bare</p>; }",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const next = resolve("node_modules/next/dist/bin/next");
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", NEXT_DIST_DIR: "" };
  const options = { cwd: folder, env };
  await outputOf(process.execPath, [next, "build"], options);
  const server = spawn(process.execPath, [next, "start", "-p", String(ports.bare)], {
    ...options,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return startUntil(server, (line) => line.includes("Ready"));
}

type Load = { requestsPerSecond: number; p99Ms: number };

/** @param rate requests per second, as many as possible by default */
async function load(url: string, seconds: number, rate?: number): Promise<Load> {
  const headers = ["-H", "accept-encoding=gzip, deflate, br"];
  const args = [
    `${toolsFolder}/node_modules/autocannon/autocannon.js`,
    "-j",
    "-c",
    "32",
    ...headers,
  ];
  if (rate !== undefined) args.push("-R", String(rate));
  await outputOf(process.execPath, [...args, "-d", "2", url]);
  const output = await outputOf(process.execPath, [...args, "-d", String(seconds), url]);
  const { requests, latency, non2xx } = loadSchema.parse(JSON.parse(output));
  if (non2xx > 0) throw new Error(`${url} failed ${non2xx} times.`);
  return { requestsPerSecond: Math.round(requests.average), p99Ms: latency.p99 };
}

/**
 * As many requests per second as possible. autocannon takes about as long for a request as the web
 * process does for a stored page, so it would measure itself: wrk does it where it is installed.
 */
async function mostRequestsPerSecond(url: string, seconds: number): Promise<number> {
  if (spawnSync("wrk", ["-v"], { stdio: "ignore" }).error) {
    return (await load(url, seconds)).requestsPerSecond;
  }
  const headers = ["-H", "accept-encoding: gzip, deflate, br"];
  const args = ["-t", "1", "-c", "32", ...headers];
  await outputOf("wrk", [...args, "-d", "2s", url]);
  const output = await outputOf("wrk", [...args, "-d", `${seconds}s`, url]);
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${url} failed: ${output}`);
  return Math.round(Number(/Requests\/sec:\s*([\d.]+)/.exec(output)?.[1]));
}

/** What nginx does with the same bytes, or null where there is none. */
async function nginxRequestsPerSecond(body: string, seconds: number): Promise<number | null> {
  if (spawnSync("nginx", ["-v"], { stdio: "ignore" }).error) return null;
  const folder = mkdtempSync(join(tmpdir(), "threeline-nginx-"));
  // Started by root, nginx reads it as another user.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "article.html"), body);
  writeFileSync(
    join(folder, "nginx.conf"),
    `worker_processes auto; pid ${folder}/pid; error_log stderr crit; daemon off;
     events { worker_connections 512; }
     http { access_log off; default_type text/html; keepalive_requests 1000000;
       open_file_cache max=10;
       server { listen 127.0.0.1:${ports.nginx}; root ${folder}; } }`,
  );
  const server = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: "ignore",
  });
  try {
    for (let tries = 0; tries < 50 && !existsSync(join(folder, "pid")); tries += 1)
      await sleep(100);
    readFileSync(join(folder, "pid"));
    const url = `http://127.0.0.1:${ports.nginx}/article.html`;
    return await mostRequestsPerSecond(url, seconds);
  } finally {
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

function printTable(result: PagesBench): void {
  const { pages, barePage, scriptKb: scripts, requestsPerSecond: rates } = result;
  if (barePage) {
    const rows = [...pages, { ...barePage, path: "bare Next page" }];
    console.table(Object.fromEntries(rows.map(({ path, ...scores }) => [path, scores])), [
      ...categories,
      "cls",
      "lcpMs",
      "tbtMs",
    ]);
  }
  if (scripts) {
    console.log(
      `Script of an article: ${scripts.article} KB gz; bare Next page: ${scripts.bare} KB; allowed: ${scripts.allowed} KB`,
    );
  }
  if (rates) {
    const { article, bare, ratio, p99Ms, nginx, machineLoad } = rates;
    console.log(
      `An article: ${article} requests/s from one process, ${ratio} times a bare Next page (${bare}); nginx with the same bytes: ${nginx ?? "not installed"}`,
    );
    console.log(
      `At ${steadyRate} requests/s, 99 of 100 take at most ${p99Ms} ms. Load of the machine: ${machineLoad}`,
    );
  }
}

async function measureScript(siteUrl: string, article: string): Promise<ScriptKb> {
  const bare = await scriptKb(bareUrl, "/");
  return {
    article: await scriptKb(siteUrl, article),
    bare,
    allowed: Number((bare + scriptAllowanceKb).toFixed(1)),
  };
}

/** Takes turns with the bare page, so that other work on the machine slows down both. */
async function measureLoad(url: string, seconds: number): Promise<Rates> {
  const body = await (await fetch(url)).text();
  const rounds: [number, number][] = [];
  for (let round = 0; round < 3; round += 1) {
    const bare = await mostRequestsPerSecond(`${bareUrl}/`, seconds);
    rounds.push([await mostRequestsPerSecond(url, seconds), bare]);
  }
  const [article, bare] = rounds.toSorted((a, b) => a[0] / a[1] - b[0] / b[1])[1] ?? [0, 0];
  return {
    article,
    bare,
    ratio: Number((article / bare).toFixed(2)),
    p99Ms: (await load(url, seconds, steadyRate)).p99Ms,
    machineLoad: Number((loadavg()[0] ?? 0).toFixed(1)),
    nginx: await nginxRequestsPerSecond(body, seconds),
  };
}

/**
 * Measures the built public pages: Lighthouse, script size, requests per second. `--url` measures a
 * running site, `--runs` sets the number of Lighthouse runs per median, `--only` measures one part.
 */
export async function benchPages(args: string[]): Promise<PagesBench> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: "string" },
      runs: { type: "string", default: "5" },
      seconds: { type: "string", default: "5" },
      only: { type: "string" },
    },
  });
  const { only } = values;
  if (only !== undefined && !parts.some((part) => part === only)) {
    throw new Error(`Use --only with one of ${parts.join(", ")}.`);
  }
  await installTools();
  const wants = (part: (typeof parts)[number]) => only === undefined || only === part;
  const bare = await startBarePage();
  const site = values.url === undefined ? await startSite() : undefined;
  const siteUrl = values.url?.replace(/\/$/, "") ?? `http://localhost:${ports.site}`;
  try {
    const [newest] = postsSchema.parse(await (await fetch(`${siteUrl}/api/posts`)).json());
    const article = `/r/${newest?.slug ?? "aa"}`;
    const result: PagesBench = { bench: "pages", pages: [] };
    if (wants("lighthouse")) {
      for (const path of ["/", "/read", article, "/pricing"]) {
        result.pages.push(await scoresOf(siteUrl, path, Number(values.runs)));
      }
      result.barePage = await scoresOf(bareUrl, "/", Number(values.runs));
    }
    if (wants("load")) {
      result.requestsPerSecond = await measureLoad(`${siteUrl}${article}`, Number(values.seconds));
    }
    if (wants("script")) result.scriptKb = await measureScript(siteUrl, article);
    printTable(result);
    return result;
  } finally {
    await stop(bare);
    if (site) await stop(site);
  }
}
