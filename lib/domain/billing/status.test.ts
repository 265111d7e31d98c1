import { expect, test } from "vitest";
import { statusLabel } from "./status";

const notCanceled = { cancelAt: null, stoppedAt: null, endReason: null };
const later = new Date("2026-12-01T00:00:00Z");

test.each([
  [null, "Active"],
  [{ status: "trialing", ...notCanceled }, "Free Trial"],
  [{ status: "active", ...notCanceled }, "Active"],
  [{ status: "past_due", ...notCanceled }, "Past Due"],
  [{ status: "paused", ...notCanceled }, "Paused"],
  [{ status: "canceled", ...notCanceled }, "Cancelled"],
  [{ status: "active", ...notCanceled, cancelAt: later }, "Cancelled"],
  [{ status: "active", ...notCanceled, stoppedAt: later }, "Cancelled"],
  [{ status: "trialing", ...notCanceled, endReason: "repeat_trial" }, "Cancelled"],
])("%j is shown as %s", (subscription, label) => {
  expect(statusLabel(subscription)).toBe(label);
});
