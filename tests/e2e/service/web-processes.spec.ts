import { expect, test, type APIRequestContext } from "playwright/test";
import { z } from "zod";
import { formatLongMonthDayYear, formatDayMonthCaps } from "@/lib/calendar/format";
import { logInAdmin } from "../../support/browser/public-pages";
import {
  instanceDatabaseUrl,
  startWebProcess,
  type WebProcess,
} from "../../support/browser/web-process";
import { startFlakyProxy, type FlakyProxy } from "../../support/flaky-proxy";

// Two more web processes that share their pages, over the database of the instance under test.

/** Every path that shows posts. */
const paths = [
  "/",
  "/read",
  "/r/z9",
  "/feed.xml",
  "/atom.xml",
  "/feed.json",
  "/llms.txt",
  "/sitemap.xml",
];

let proxy: FlakyProxy;
let webs: WebProcess[] = [];
let sites: string[] = [];

test.beforeAll(async () => {
  proxy = await startFlakyProxy(instanceDatabaseUrl());
  const variables = { DATABASE_URL: proxy.url };
  webs = await Promise.all([startWebProcess(variables), startWebProcess(variables)]);
  sites = webs.map(({ site }) => site);
});

test.afterAll(async () => {
  await Promise.all(webs.map((each) => each.process.stop(7_000)));
  await proxy.close();
});

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** A post that is new enough for the home page. */
const post = (title: string) => ({
  slug: "z9",
  title,
  shortDate: formatDayMonthCaps(yesterday),
  fullDate: formatLongMonthDayYear(yesterday),
  content: `All about ${title}.`,
  readTime: 1,
});

/** Requests every path from every process and returns where a title is, as `process path`. */
async function pathsWith(request: APIRequestContext, title: string): Promise<string[]> {
  const found: string[] = [];
  for (const [index, site] of sites.entries()) {
    for (const path of paths) {
      const shown = path === "/sitemap.xml" ? "/r/z9" : title;
      const isShown = (await (await fetch(site + path)).text()).includes(shown);
      if (isShown) found.push(`${index} ${path}`);
      // What the router gets for a navigation, with an administrator's cookies and a query.
      const data = await request.get(`${site}${path}?a=b`, { headers: { rsc: "1" } });
      if ((await data.text()).includes(shown) !== isShown) found.push(`${index} ${path} differs`);
    }
  }
  return found;
}

const everywhere = ["0", "1"].flatMap((site) => paths.map((path) => `${site} ${path}`));

test("a post appears, changes, and disappears everywhere by the next request, whichever process saved it", async ({
  request,
  baseURL,
}) => {
  await logInAdmin(request);
  expect(await pathsWith(request, "Saved by the first")).toEqual([]);

  const created = await request.post(`${sites[0]}/api/posts`, { data: post("Saved by the first") });
  expect(created.status()).toBe(201);
  const { id } = z.object({ id: z.int() }).parse(await created.json());
  expect(await pathsWith(request, "Saved by the first")).toEqual(everywhere);

  await request.put(`${sites[1]}/api/posts/${id}`, { data: post("Changed by the second") });
  expect(await pathsWith(request, "Changed by the second")).toEqual(everywhere);
  expect(await pathsWith(request, "Saved by the first")).toEqual([
    "0 /sitemap.xml",
    "1 /sitemap.xml",
  ]);

  // A process without shared pages counts too, because the database records the change.
  await request.delete(`${baseURL}/api/posts/${id}`);
  expect(await pathsWith(request, "Changed by the second")).toEqual([]);
});

test("a process whose port is in use says so in one sentence", async () => {
  const { port } = new URL(sites[0] ?? "");
  await expect(startWebProcess({ DATABASE_URL: proxy.url, PORT: port })).rejects.toThrow(
    new Error(`Port ${port} is in use by another program. Free it, or set PORT to another port.`),
  );
});

test("while the database is down, pages stay up, and they update when it is back", async ({
  request,
  baseURL,
}) => {
  test.slow();
  await logInAdmin(request);
  const created = await request.post(`${baseURL}/api/posts`, { data: post("Before the outage") });
  const { id } = z.object({ id: z.int() }).parse(await created.json());
  expect(await pathsWith(request, "Before the outage")).toEqual(everywhere);

  proxy.cut();
  await request.delete(`${baseURL}/api/posts/${id}`);
  // One process restarts during the outage, and has no pages until the database is back.
  const [first] = webs;
  const pid = first?.process.pid;
  first?.process.restart();
  await expect
    .poll(() => first?.process.isReady === true && first.process.pid !== pid, { timeout: 100_000 })
    .toBe(true);
  for (const site of sites) expect((await request.get(`${site}/api/health`)).status()).toBe(503);
  for (const path of paths) {
    expect((await request.get(`${sites[1]}${path}`)).status(), path).toBe(200);
  }
  const before = await pathsWith(request, "Before the outage");
  expect(before).toEqual(everywhere.filter((each) => each.startsWith("1")));

  proxy.restore();
  await expect.poll(() => pathsWith(request, "Before the outage"), { timeout: 30_000 }).toEqual([]);
});
