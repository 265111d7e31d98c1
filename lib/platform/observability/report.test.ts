import { describe, expect, test } from "vitest";
import { readFrames, reportError } from "./report";

const here = process.cwd();

describe("the frames of a stack", () => {
  test.each([
    [`    at sendBatch (${here}/lib/domain/send.ts:12:3)`, "lib/domain/send.ts", "sendBatch", true],
    [
      `    at async ${here}/server/worker/worker.ts:7:1`,
      "server/worker/worker.ts",
      undefined,
      true,
    ],
    [
      "    at POST (turbopack:///[project]/app/api/posts/route.ts:3:9)",
      "app/api/posts/route.ts",
      "POST",
      true,
    ],
    [
      `    at Pool.query (${here}/node_modules/pg/lib/pool.js:1:2)`,
      "node_modules/pg/lib/pool.js",
      "Pool.query",
      false,
    ],
    ["    at process.run (node:internal/timers:5:6)", "node:internal/timers", "process.run", false],
  ])("%s", (line, filename, name, isOurs) => {
    expect(readFrames(line)).toMatchObject([
      { filename, in_app: isOurs, ...(name !== undefined && { function: name }) },
    ]);
  });

  test.each([
    "Error: call me at jane@example.com:1:2",
    "    at jane (jane@example.com:1:2)",
    "    at /home/jane/notes.txt:1:2",
    "    at /etc/passwd:1:2",
    "    at <anonymous>",
  ])("has no other line: %s", (line) => {
    expect(readFrames(line)).toEqual([]);
  });

  test("begin with the outermost", () => {
    const stack = `Error: x\n    at inner (${here}/a.ts:1:1)\n    at outer (${here}/b.ts:2:2)`;
    expect(readFrames(stack).map((frame) => frame.function)).toEqual(["outer", "inner"]);
  });
});

describe("a report of an error", () => {
  test("has its causes first, without what may be personal", () => {
    const cause = new TypeError("jane@example.com not found");
    const error = new Error("email to +14155550123 not sent", { cause });
    expect(reportError(error)).toMatchObject([
      { type: "TypeError", value: "[address] not found" },
      { type: "Error", value: "email to [number] not sent" },
    ]);
  });

  test("names the file and line in TypeScript", () => {
    const [reported] = reportError(new Error("x"));
    expect(reported?.frames.at(-1)).toMatchObject({
      filename: "lib/platform/observability/report.test.ts",
      in_app: true,
    });
  });

  test("ends with a cause that is its own", () => {
    const error = new Error("x");
    error.cause = error;
    expect(reportError(error).length).toBeLessThan(10);
  });

  test("is empty for anything but an error", () => {
    expect(reportError("jane@example.com")).toEqual([]);
  });
});
