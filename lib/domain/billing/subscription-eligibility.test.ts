import { expect, test } from "vitest";
import { eligibilityOf } from "./subscription-eligibility";

const at = new Date("2026-11-27T12:00:00Z");
const has = (status: string, more: { cancelAt?: Date; stoppedAt?: Date } = {}) => ({
  status,
  cancelAt: null,
  stoppedAt: null,
  endReason: null,
  ...more,
});

test.each([
  ["no subscription", [], "free"],
  ["a trial", [has("trialing")], "active"],
  ["a paid subscription", [has("active")], "active"],
  ["one that is past due", [has("past_due")], "at_risk"],
  ["one that is paused", [has("paused")], "at_risk"],
  ["one that has ended", [has("canceled")], "free"],
  ["one with a scheduled cancellation", [has("active", { cancelAt: at })], "free"],
  ["one past due with a scheduled cancellation", [has("past_due", { cancelAt: at })], "free"],
  ["one stopped immediately", [has("trialing", { stoppedAt: at })], "free"],
  ["one canceled and one that continues", [has("canceled"), has("active")], "active"],
] as const)("%s", (_, subscriptions, eligibility) => {
  expect(eligibilityOf(subscriptions)).toBe(eligibility);
});
