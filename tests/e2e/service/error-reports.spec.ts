import { readFileSync } from "node:fs";
import { expect, type Page } from "playwright/test";
import { z } from "zod";
import { test } from "../../support/browser/own-address";
import { listPosts } from "../../support/browser/public-pages";
import {
  instanceDatabaseUrl,
  startWebProcess,
  type WebProcess,
} from "../../support/browser/web-process";
import { startFlakyProxy, type FlakyProxy } from "../../support/flaky-proxy";
import { startReceivers, type Receivers } from "../../support/receivers";

// One more web process over the database of the instance under test, which reports its errors.

let proxy: FlakyProxy;
let receivers: Receivers;
let web: WebProcess;

test.beforeAll(async () => {
  [proxy, receivers] = await Promise.all([
    startFlakyProxy(instanceDatabaseUrl()),
    startReceivers(),
  ]);
  web = await startWebProcess({ DATABASE_URL: proxy.url, SENTRY_DSN: receivers.dsn });
});

test.beforeEach(() => {
  receivers.reports.length = 0;
});

test.afterAll(async () => {
  await web.process.stop(7_000);
  await Promise.all([proxy.close(), receivers.close()]);
});

/** What the process has written about a request, as its log or otherwise. */
function linesWith(text: string): unknown[] {
  const lines = readFileSync(web.logPath, "utf8").split("\n");
  return lines.filter((line) => line.includes(text)).map((line) => JSON.parse(line));
}

/** The files in TypeScript of a report's stack, innermost first. */
async function reportedFiles(): Promise<(string | undefined)[]> {
  await expect.poll(() => receivers.reports.length, { timeout: 30_000 }).toBe(1);
  const [report] = receivers.reports;
  const frames = report?.exception?.values.at(-1)?.stacktrace.frames ?? [];
  return frames.map(({ filename }) => filename).toReversed();
}

test("a page that fails while it renders is one line in the log and one report, under the code that the page shows", async ({
  page,
}) => {
  proxy.cut();
  await page.goto(`${web.site}/onboarding?uid=uid_of_a_test`);
  const code = await page.getByText(/^Error code: \d+$/).textContent();
  proxy.restore();
  expect(await reportedFiles()).toContain("lib/domain/onboarding/find-buyer.ts");
  const digest = code?.replace("Error code: ", "") ?? "";
  const lines = linesWith(digest);
  expect(lines).toMatchObject([
    { msg: "unhandled error", level: 50, route: "/onboarding", err: { digest } },
  ]);
  const { requestId, traceId } = z
    .object({ requestId: z.uuid(), traceId: z.string() })
    .parse(lines[0]);
  expect(receivers.reports).toMatchObject([
    {
      transaction: "unhandled error",
      tags: { route: "/onboarding", request_id: requestId },
      contexts: { trace: { trace_id: traceId } },
    },
  ]);
});

test("a page that is kept in memory is rendered in the trace of the request", async ({
  request,
}) => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  proxy.cut();
  const response = await request.get(`${web.site}/r/z9`, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-00`, "x-request-id": "proxy-0001" },
  });
  proxy.restore();
  expect(response.status()).toBe(500);
  expect(await reportedFiles()).toContain("lib/domain/posts/read-posts.ts");
  expect(receivers.reports).toMatchObject([
    { tags: { request_id: "proxy-0001" }, contexts: { trace: { trace_id: traceId } } },
  ]);
});

/** Makes the page's own code fail: a method of the browser that isn't there. */
const removeClipboard = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));

test("an error in the browser is reported with its TypeScript file and the page's kind of path", async ({
  page,
  request,
}) => {
  await removeClipboard(page);
  const [post] = await listPosts(request);
  await page.goto(`${web.site}/r/${post?.slug}?utm_source=x`);
  await page.getByRole("button", { name: "Copy link" }).click();
  expect((await reportedFiles())[0]).toBe("components/reading/share-buttons.tsx");
  expect(receivers.reports).toMatchObject([
    {
      platform: "javascript",
      transaction: "browser error",
      tags: {
        process: "threeline-web",
        route: expect.stringMatching(/^\/r\/(?:\{other\}|[a-z]+)$/),
      },
      exception: { values: [{ type: "TypeError" }] },
    },
  ]);
});

test("an error that the error page replaces is reported in the trace in which the page was rendered", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Intl.DateTimeFormat.prototype.resolvedOptions = () => {
      throw new TypeError("no time zone for jane@example.com");
    };
  });
  const response = await page.goto(`${web.site}/onboarding?uid=uid_of_a_test`);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(await reportedFiles()).toContain("components/onboarding/email-form.tsx");
  const [, traceId] = /desc="00-(\w+)-/.exec(response?.headers()["server-timing"] ?? "") ?? [];
  expect(receivers.reports).toMatchObject([
    {
      transaction: "browser error",
      tags: { route: "/onboarding" },
      contexts: { trace: { trace_id: traceId } },
      exception: { values: [{ value: "no time zone for [address]" }] },
    },
  ]);
  expect(traceId).toBeDefined();
});
