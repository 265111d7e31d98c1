import { expect, test } from "vitest";
import { statusLabel } from "./status";

const alive = { cancelAt: null, stoppedAt: null };
const later = new Date("2026-12-01T00:00:00Z");

test.each([
  [null, "Active"],
  [{ status: "trialing", ...alive }, "Free Trial"],
  [{ status: "active", ...alive }, "Active"],
  [{ status: "past_due", ...alive }, "Past Due"],
  [{ status: "paused", ...alive }, "Paused"],
  [{ status: "canceled", ...alive }, "Cancelled"],
  [{ status: "active", cancelAt: later, stoppedAt: null }, "Cancelled"],
  [{ status: "active", cancelAt: null, stoppedAt: later }, "Cancelled"],
])("%j reads %s", (subscription, label) => {
  expect(statusLabel(subscription)).toBe(label);
});
