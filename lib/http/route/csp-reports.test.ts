import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import pino from "pino";
import { readViolations, ViolationCounter } from "./csp-reports";

const legacy = (report: object) => JSON.stringify({ "csp-report": report });
const modern = (...bodies: object[]) =>
  JSON.stringify(
    bodies.map((body) => ({ type: "csp-violation", age: 1, url: "https://a/b", body })),
  );

describe("readViolations", () => {
  test.each([
    [
      "a report-uri call",
      legacy({
        "document-uri": "https://site.example/auth/verify?token=secret",
        referrer: "https://mail.example/inbox/jane",
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/x.js?user=jane",
        "script-sample": "secret",
      }),
      [{ directive: "script-src-elem", blocked: "https://evil.example" }],
    ],
    [
      "an older browser's whole directive",
      legacy({ "violated-directive": "img-src 'self' data:", "blocked-uri": "data" }),
      [{ directive: "img-src", blocked: "data:" }],
    ],
    [
      "a Reporting API call with several",
      modern(
        { effectiveDirective: "script-src-elem", blockedURL: "inline", sample: "secret" },
        { effectiveDirective: "connect-src", blockedURL: "wss://jane:pw@evil.example:8443/jane" },
        { effectiveDirective: "script-src", blockedURL: "chrome-extension://abcdef/a.js" },
      ),
      [
        { directive: "script-src-elem", blocked: "inline" },
        { directive: "connect-src", blocked: "wss://evil.example:8443" },
        { directive: "script-src", blocked: "chrome-extension:" },
      ],
    ],
    [
      "an unreadable URL",
      legacy({ "effective-directive": "font-src", "blocked-uri": "<script>" }),
      [{ directive: "font-src", blocked: "unknown" }],
    ],
    [
      "a directive that doesn’t exist",
      legacy({ "effective-directive": "jane", "blocked-uri": "inline" }),
      [],
    ],
    ["other reports", JSON.stringify([{ type: "deprecation", body: { id: "x" } }]), []],
    ["what isn't a report", '{"a":1}', []],
    ["what isn't JSON", "<a>", []],
    ["nothing", "", []],
  ])("reads %s, and keeps only directive and origin", (_name, body, violations) => {
    expect(readViolations(body)).toEqual(violations);
  });
});

describe("ViolationCounter", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const inline = { directive: "script-src-elem", blocked: "inline" };

  function openCounter() {
    const lines: unknown[] = [];
    const log = pino(
      { base: null, timestamp: false },
      { write: (line: string) => lines.push(JSON.parse(line)) },
    );
    const counter = new ViolationCounter();
    return { lines, add: (violations: (typeof inline)[]) => counter.add(violations, log) };
  }

  test("logs the counts of a minute once, most frequent first", () => {
    const { lines, add } = openCounter();
    add([{ directive: "img-src", blocked: "data:" }, inline]);
    add([inline]);
    vi.advanceTimersByTime(59_999);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(120_000);
    expect(lines).toEqual([
      {
        level: 40,
        counts: [
          { ...inline, count: 2 },
          { directive: "img-src", blocked: "data:", count: 1 },
        ],
        ignored: 0,
        msg: "csp violations",
      },
    ]);
  });

  test("starts again with the next minute", () => {
    const { lines, add } = openCounter();
    add([inline]);
    vi.advanceTimersByTime(60_000);
    add([inline]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toMatchObject([{ counts: [{ count: 1 }] }, { counts: [{ count: 1 }] }]);
  });

  test("keeps at most 100 kinds and 1,000 reports a minute, and says how many it ignored", () => {
    const { lines, add } = openCounter();
    for (let index = 0; index < 150; index += 1) {
      add([{ directive: "img-src", blocked: `https://${index}.example` }]);
    }
    for (let index = 0; index < 1_000; index += 1) {
      add([{ directive: "img-src", blocked: "https://0.example" }]);
    }
    vi.advanceTimersByTime(60_000);
    const [line] = lines;
    expect(line).toMatchObject({ ignored: 150, counts: { length: 100, 0: { count: 901 } } });
  });

  test("logs nothing for reports without a violation", () => {
    const { lines, add } = openCounter();
    add([]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([]);
  });
});
