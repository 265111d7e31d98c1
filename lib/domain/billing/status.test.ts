import { expect, test } from "vitest";
import { statusLabel } from "./status";

const notCanceled = { cancelAt: null, stoppedAt: null };
const later = new Date("2026-12-01T00:00:00Z");

test.each([
  [null, "Active"],
  [{ status: "trialing", ...notCanceled }, "Free Trial"],
  [{ status: "active", ...notCanceled }, "Active"],
  [{ status: "past_due", ...notCanceled }, "Past Due"],
  [{ status: "paused", ...notCanceled }, "Paused"],
  [{ status: "canceled", ...notCanceled }, "Cancelled"],
  [{ status: "active", cancelAt: later, stoppedAt: null }, "Cancelled"],
  [{ status: "active", cancelAt: null, stoppedAt: later }, "Cancelled"],
])("%j is shown as %s", (subscription, label) => {
  expect(statusLabel(subscription)).toBe(label);
});
