import { afterEach, beforeEach, vi } from "vitest";

// Fails every test that logs an error. A test that expects one checks `vi.spyOn(console, "error")`
// itself and then calls its `mockClear()`.
let logged: { mock: { calls: unknown[][] } } | undefined;

beforeEach(() => {
  logged = vi.spyOn(console, "error");
});

afterEach(() => {
  const calls = logged?.mock.calls.map((parts) => parts.map(String).join(" ")) ?? [];
  vi.restoreAllMocks();
  if (calls.length > 0) throw new Error(`Unexpected console.error: ${calls.join("\n")}`);
});
