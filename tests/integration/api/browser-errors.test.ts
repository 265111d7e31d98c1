import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { RouteHandler } from "@/lib/http/route/route";
import { sendReportsWith } from "@/lib/platform/observability/error-reports";
import type { ErrorReport } from "@/lib/platform/observability/report";
import { createLogger } from "@/lib/platform/logger";
import { startApi } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ parts: { log } }));
let lines: Record<string, unknown>[] = [];
let reports: ErrorReport[] = [];
let POST: RouteHandler;

const log = createLogger("threeline-web", "error", {
  write: (line: string) => void lines.push(JSON.parse(line)),
});

beforeEach(async () => {
  lines = [];
  reports = [];
  sendReportsWith((report) => void reports.push(report));
  // A process of its own, which counts from 0.
  vi.resetModules();
  ({ POST } = await import("@/app/api/browser-errors/route"));
});

afterAll(() => {
  sendReportsWith(null);
});

const path = "/api/browser-errors";
const sent = {
  name: "TypeError",
  message: "jane@example.com isn't a function",
  stack: "TypeError: x\n    at f (https://threeline.example/_next/static/chunks/a.js:1:2)",
  path: "/unsubscribe/eyJhbGciOiJkaXIiLCJlbmMi1",
  release: "0.0.9",
};

test("logs and reports an error with the page's route and version, and without personal data", async () => {
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
  const call = { json: sent, headers: { traceparent } };
  const { status, body } = await api.client().call(POST, "POST", path, call);
  expect([status, body]).toEqual([204, null]);
  const message = "[address] isn't a function";
  expect(lines).toMatchObject([
    {
      level: 50,
      msg: "browser error",
      route: "/unsubscribe/[token]",
      browserRelease: "0.0.9",
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      err: { message, stack: `TypeError: ${message}\n    at f (_next/static/chunks/a.js:1:2)` },
    },
  ]);
  expect(reports).toMatchObject([
    {
      title: "browser error",
      platform: "javascript",
      release: "0.0.9",
      route: "/unsubscribe/[token]",
      errors: [
        {
          type: "TypeError",
          value: message,
          frames: [{ filename: "_next/static/chunks/a.js", lineno: 1, in_app: true }],
        },
      ],
    },
  ]);
  expect(JSON.stringify([lines, reports])).not.toMatch(/jane|eyJ/);
});

test("ignores an error of another script", async () => {
  const json = { ...sent, stack: "    at f (moz-extension://a/b.js:1:2)" };
  expect((await api.client().call(POST, "POST", path, { json })).status).toBe(204);
  expect(lines).toEqual([]);
});

test.each([
  ["no error", {}, 400],
  ["a release that isn't one", { ...sent, release: "<script>" }, 400],
  ["more than 16 KB", { ...sent, stack: "x".repeat(16 * 1024) }, 413],
])("refuses %s", async (_what, json, expected) => {
  expect((await api.client().call(POST, "POST", path, { json })).status).toBe(expected);
  expect(lines).toEqual([]);
});

test("refuses errors from another site", async () => {
  const call = { json: sent, headers: { origin: "https://evil.example" } };
  expect((await api.client().call(POST, "POST", path, call)).status).toBe(403);
});

test("refuses more than 20 in 15 minutes from one address", async () => {
  const client = api.client();
  for (let count = 0; count < 20; count += 1) {
    expect((await client.call(POST, "POST", path, { json: sent })).status).toBe(204);
  }
  const { status, headers } = await client.call(POST, "POST", path, { json: sent });
  expect([status, headers.get("retry-after")]).toEqual([429, "900"]);
});

test("logs at most 20 a minute, from however many addresses", async () => {
  for (let count = 0; count < 25; count += 1) {
    expect((await api.client().call(POST, "POST", path, { json: sent })).status).toBe(204);
  }
  expect(lines).toHaveLength(20);
});
