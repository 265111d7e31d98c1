import { expect, test } from "vitest";
import { eligibilityOf } from "./subscription-eligibility";

const at = new Date("2026-11-27T12:00:00Z");
const has = (status: string, more: { cancelAt?: Date; stoppedAt?: Date } = {}) => ({
  status,
  cancelAt: null,
  stoppedAt: null,
  ...more,
});

test.each([
  ["none", [], "free"],
  ["a trial", [has("trialing")], "active"],
  ["a paid one", [has("active")], "active"],
  ["one past due", [has("past_due")], "at_risk"],
  ["one paused", [has("paused")], "at_risk"],
  ["one that has ended", [has("canceled")], "free"],
  ["one whose end is booked", [has("active", { cancelAt: at })], "free"],
  ["one past due whose end is booked", [has("past_due", { cancelAt: at })], "free"],
  ["one stopped at once", [has("trialing", { stoppedAt: at })], "free"],
  ["one cancelled and one that goes on", [has("canceled"), has("active")], "active"],
] as const)("%s", (_, subscriptions, standing) => {
  expect(eligibilityOf(subscriptions)).toBe(standing);
});
