import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLogRotation } from "./log-rotation";

let folder: string;
let rotation: ReturnType<typeof startLogRotation> | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "threeline-logs-"));
});

afterEach(() => {
  rotation?.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const pathOf = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(pathOf(name), "utf8");

test("moves the lines of a day to its own file after midnight, while the process keeps writing", () => {
  let now = "2026-11-22T23:50:00Z";
  rotation = startLogRotation([folder], () => new Date(now));
  appendFileSync(pathOf("web.log"), "Sunday\n");
  rotation.check();
  expect(read("web.log")).toBe("Sunday\n");
  now = "2026-11-23T00:10:00Z";
  rotation.check();
  appendFileSync(pathOf("web.log"), "Monday\n");
  rotation.check();
  expect([read("web.log"), read("web.log.2026-11-22")]).toEqual(["Monday\n", "Sunday\n"]);
});

test("moves the lines of an earlier run when it starts on another day", () => {
  writeFileSync(pathOf("web.log"), "before\n");
  utimesSync(pathOf("web.log"), new Date(), new Date("2026-11-20T12:00:00Z"));
  rotation = startLogRotation([folder], () => new Date("2026-11-23T09:00:00Z"));
  expect([read("web.log"), read("web.log.2026-11-20")]).toEqual(["", "before\n"]);
});

test("deletes files older than 30 days, and nothing else", () => {
  const names = ["web.log.2026-10-24", "web.log.2026-10-25", "web.log.1", "notes.2020-01-01"];
  for (const name of names) writeFileSync(pathOf(name), "");
  utimesSync(pathOf("web.log.1"), new Date(), new Date("2026-10-24T12:00:00Z"));
  rotation = startLogRotation([folder, pathOf("missing")], () => new Date("2026-11-23T09:00:00Z"));
  expect(names.filter((name) => existsSync(pathOf(name)))).toEqual([
    "web.log.2026-10-25",
    "notes.2020-01-01",
  ]);
});

test("says when lines can't be moved, and tries again", () => {
  const print = vi.spyOn(console, "log").mockReturnValue(undefined);
  vi.useFakeTimers({ now: new Date("2026-11-22T23:55:00Z") });
  rotation = startLogRotation([folder]);
  writeFileSync(pathOf("web.log"), "Sunday\n");
  mkdirSync(pathOf("web.log.2026-11-22"));
  vi.advanceTimersByTime(10 * 60_000);
  expect(print.mock.calls).toEqual([[expect.stringMatching(/^Couldn't rotate the logs: EISDIR/)]]);
  rmdirSync(pathOf("web.log.2026-11-22"));
  vi.advanceTimersByTime(10 * 60_000);
  expect([read("web.log"), read("web.log.2026-11-22")]).toEqual(["", "Sunday\n"]);
});
