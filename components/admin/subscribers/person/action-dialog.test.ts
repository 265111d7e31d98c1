import { afterEach, expect, it, vi } from "vitest";
import { defaultsOf } from "./action-dialog";

afterEach(() => vi.useRealTimers());

it("a pause begins on the person's today, wherever the team is", () => {
  vi.useFakeTimers({ now: new Date("2026-11-23T00:10:00Z"), toFake: ["Date"] });
  const person = { timezone: "America/New_York", payments: [], emailChange: null, openRefunds: [] };
  expect(defaultsOf(person, "pause", [])["from"]).toBe("11/22/2026");
});
