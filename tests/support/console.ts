import { afterEach, beforeEach, expect, vi } from "vitest";

// A test that provokes an error on the console says so by replacing console.error itself.
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const logged = console.error;
  const calls = vi.isMockFunction(logged) ? logged.mock.calls : [];
  vi.restoreAllMocks();
  expect(calls, "unexpected console.error").toEqual([]);
});
