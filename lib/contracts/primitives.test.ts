import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  z.config({ jitless: false });
});

test.each([
  ["in a browser, where the policy blocks it", {}, true],
  ["on the server", undefined, false],
])("whether schemas do without eval %s", async (_name, window, expected) => {
  vi.stubGlobal("window", window);
  vi.resetModules();
  await import("./primitives");
  expect(z.config().jitless ?? false).toBe(expected);
});
