import { afterEach, beforeEach, vi } from "vitest";

// A test that provokes an error on the console looks at `vi.spyOn(console, "error")` itself and
// ends with its `mockClear()`.
let logged: { mock: { calls: unknown[][] } } | undefined;

beforeEach(() => {
  logged = vi.spyOn(console, "error");
});

afterEach(() => {
  const calls = logged?.mock.calls.map((parts) => parts.map(String).join(" ")) ?? [];
  vi.restoreAllMocks();
  if (calls.length > 0) throw new Error(`Unexpected console.error: ${calls.join("\n")}`);
});
