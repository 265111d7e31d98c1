import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Logger } from "@/lib/platform/logger";
import { startTrace } from "@/lib/platform/observability/trace";
import { logConsoleErrors } from "./console-errors";

const log = { error: vi.fn<Logger["error"]>() };
const write = vi.fn<typeof console.error>();

beforeEach(() => {
  vi.stubGlobal("console", { error: write });
  logConsoleErrors(log);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const inRequest = (work: () => void) => startTrace({ name: "request", kind: "server" }).run(work);

test("logs an error, whatever is written with it, and writes nothing", () => {
  const error = new Error("x");
  console.error("⨯", "unhandledRejection:", error);
  console.error(error);
  expect(log.error.mock.calls).toEqual([[{ err: error }, "unhandled error"]]);
  expect(write).not.toHaveBeenCalled();
});

test("writes everything else as before", () => {
  console.error("⨯ %s", "a warning");
  expect(write.mock.calls).toEqual([["⨯ %s", "a warning"]]);
  expect(log.error).not.toHaveBeenCalled();
});

test("logs an error once, though several handlers write it", () => {
  const error = new Error("x");
  inRequest(() => {
    console.error(error);
    console.error("⨯", error);
  });
  expect(log.error).toHaveBeenCalledTimes(1);
});

test("logs what fails twice for one page once, and again for the next request", () => {
  const failure = () => Object.assign(new Error("no connection"), { digest: "3640625237" });
  inRequest(() => {
    console.error(failure());
    console.error(failure());
    console.error(Object.assign(new Error("another"), { digest: "1" }));
  });
  inRequest(() => console.error(failure()));
  expect(log.error).toHaveBeenCalledTimes(3);
});
