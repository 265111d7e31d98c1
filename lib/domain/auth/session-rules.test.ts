import { describe, expect, test } from "vitest";
import { isSessionLive, sessionLimits, type SessionRole } from "./session-rules";

const opened = new Date("2025-03-05T12:00:00.000Z");
const after = (hours: number, ms = 0) => new Date(opened.getTime() + hours * 3_600_000 + ms);

function session(role: SessionRole, lastSeenAt: Date) {
  const expiresAt = new Date(opened.getTime() + sessionLimits[role].absoluteMs);
  return { role, lastSeenAt, expiresAt, revokedAt: null };
}

describe("isSessionLive", () => {
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
  ] as const)("%s last seen %s, asked %s: %s", (role, lastSeenAt, now, isLive) => {
    expect(isSessionLive(session(role, lastSeenAt), now)).toBe(isLive);
  });

  test("never for a revoked one", () => {
    const revoked = { ...session("admin", opened), revokedAt: opened };
    expect(isSessionLive(revoked, opened)).toBe(false);
  });
});
