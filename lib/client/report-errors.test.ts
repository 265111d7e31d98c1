import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const script = "https://threeline.example/_next/static/chunks/a.js";
const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";

const send = vi.fn<typeof fetch>();
let listeners: Record<string, (event: { error?: unknown; reason?: unknown }) => void> = {};

beforeEach(async () => {
  listeners = {};
  send.mockReset().mockResolvedValue(new Response(null, { status: 204 }));
  vi.stubGlobal("fetch", send);
  vi.stubGlobal("RELEASE", "0.1.0");
  vi.stubGlobal("location", new URL("https://threeline.example/r/k3?utm_source=x"));
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([]);
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) => {
    listeners[name] = listener;
  });
  vi.resetModules();
  await import("./report-errors");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function errorAt(place: string, message = "x"): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at Array.map (<anonymous>)\n    at f (${place}:1:2)`;
  return error;
}

/** The bodies that were sent, as text. */
const sent = () =>
  send.mock.calls.map(([, init]) => (typeof init?.body === "string" ? init.body : ""));

test("an uncaught error is sent with the page's path, without its query", () => {
  listeners["error"]?.({ error: errorAt(script) });
  expect(send.mock.calls).toEqual([
    [
      "/api/browser-errors",
      {
        method: "POST",
        keepalive: true,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          name: "TypeError",
          message: "x",
          stack: `TypeError: x\n    at Array.map (<anonymous>)\n    at f (${script}:1:2)`,
          path: "/r/k3",
          release: "0.1.0",
        }),
      },
    ],
  ]);
});

test("a rejection that nothing handles is sent", () => {
  listeners["unhandledrejection"]?.({ reason: errorAt(script) });
  expect(sent()).toEqual([expect.stringContaining('"name":"TypeError"')]);
});

test("it's sent in the trace in which the server rendered the page", () => {
  const serverTiming = [{ name: "traceparent", description: traceparent }];
  const page = Object.assign(performance.mark("page"), { serverTiming });
  vi.mocked(performance).getEntriesByType.mockReturnValue([page]);
  listeners["error"]?.({ error: errorAt(script) });
  expect(send.mock.calls[0]?.[1]?.headers).toMatchObject({ traceparent });
});

describe("nothing is sent", () => {
  test.each([
    ["for an extension's error", errorAt("chrome-extension://abc/a.js")],
    ["for another site's script", errorAt("https://cdn.example/a.js")],
    ["for an error that the server has logged", Object.assign(errorAt(script), { digest: "1" })],
    ["for what isn't an error", "Script error."],
    ["for an error of which the browser tells nothing", null],
    ["for an error without a stack", Object.assign(errorAt(script), { stack: undefined })],
  ])("%s", (_what, error) => {
    listeners["error"]?.({ error });
    expect(send).not.toHaveBeenCalled();
  });
});

test("a stack in Firefox's form is sent", () => {
  const error = Object.assign(new TypeError("x"), { stack: `f@${script}:1:2\n@${script}:3:4\n` });
  listeners["error"]?.({ error });
  expect(send).toHaveBeenCalledTimes(1);
});

test("an error is sent once, and five at most", () => {
  for (let index = 0; index < 20; index += 1) {
    listeners["error"]?.({ error: errorAt(script, String(index % 7)) });
    listeners["error"]?.({ error: errorAt(script, "0") });
  }
  expect(sent().map((body) => /"message":"(.)"/.exec(body)?.[1])).toEqual([
    "0",
    "1",
    "2",
    "3",
    "4",
  ]);
});

test("long messages and stacks are shortened to what the server reads", () => {
  const error = errorAt(script);
  error.message = "x".repeat(20_000);
  error.stack = `${error.stack}\n${"y".repeat(20_000)}`;
  listeners["error"]?.({ error });
  expect(sent()[0]?.length).toBeLessThan(8_000);
});
