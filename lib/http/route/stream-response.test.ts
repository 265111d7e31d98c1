import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { jsonLinesResponse } from "./stream-response";

vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number, value: unknown) =>
    new Promise((resolve) => void setTimeout(resolve, ms, value)),
}));

afterEach(() => void vi.useRealTimers());

const log = pino({ level: "silent" });

test("a value that takes long has empty lines before it", async () => {
  vi.useFakeTimers();
  async function* values() {
    yield 1;
    await new Promise((resolve) => void setTimeout(resolve, 40_000));
    yield 2;
  }
  const text = jsonLinesResponse(values(), log).text();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await text).toBe("1\n\n\n2\n");
});

test("when the client leaves, the values are told", async () => {
  const end = vi.fn<() => void>();
  async function* values() {
    try {
      yield* [1, 2, 3];
    } finally {
      end();
    }
  }
  const reader = jsonLinesResponse(values(), log).body?.getReader();
  await reader?.read();
  expect(end).not.toHaveBeenCalled();
  await reader?.cancel();
  expect(end).toHaveBeenCalledOnce();
});
