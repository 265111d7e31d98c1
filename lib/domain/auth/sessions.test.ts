import { describe, expect, test } from "vitest";
import { isSessionValid, sessionLimits, type SessionKind } from "./sessions";

const opened = new Date("2025-03-05T12:00:00.000Z");
const after = (hours: number, ms = 0) => new Date(opened.getTime() + hours * 3_600_000 + ms);

function session(kind: SessionKind, lastSeenAt: Date) {
  const expiresAt = new Date(opened.getTime() + sessionLimits[kind].absoluteMs);
  return { kind, lastSeenAt, expiresAt, revokedAt: null };
}

describe("isSessionValid", () => {
  test.each([
    ["admin", after(0), after(0), true],
    ["admin", after(0), after(12, -1), true],
    ["admin", after(0), after(12), false],
    ["admin", after(167), after(168, -1), true],
    ["admin", after(167), after(168), false],
    ["subscriber", after(0), after(30 * 24, -1), true],
    ["subscriber", after(0), after(30 * 24), false],
    ["subscriber", after(89 * 24), after(90 * 24, -1), true],
    ["subscriber", after(89 * 24), after(90 * 24), false],
  ] as const)("%s session last seen %s, checked %s: %s", (kind, lastSeenAt, now, isValid) => {
    expect(isSessionValid(session(kind, lastSeenAt), now)).toBe(isValid);
  });

  test("refuses a revoked session", () => {
    const revoked = { ...session("admin", opened), revokedAt: opened };
    expect(isSessionValid(revoked, opened)).toBe(false);
  });
});
