import { expect, test } from "vitest";
import { findResendRefusal, type ResendConditions } from "./resend-rules";

const allowed: ResendConditions = {
  state: "accepted",
  isNumberPending: false,
  isEntitled: true,
  isChannelOn: true,
  suppression: null,
  isEarly: false,
};

test.each(["accepted", "excluded", "failed", "missed"])("resends after %s", (state) => {
  expect(findResendRefusal("email", { ...allowed, state })).toBeNull();
  expect(findResendRefusal("sms", { ...allowed, state })).toBeNull();
});

test.each<[Partial<ResendConditions>, string]>([
  [{ state: null }, "There’s no briefing to resend today."],
  [{ state: "pending" }, "Today’s briefing is still on its way."],
  [{ isNumberPending: true }, "Today’s briefing is still on its way."],
  [{ isEntitled: false }, "Your subscription isn’t active, so nothing was sent."],
  [{ isChannelOn: false }, "Texts are turned off. Turn them on to get today’s briefing again."],
  [{ suppression: "stop" }, "Nothing was sent: you replied STOP."],
  [{ suppression: "landline" }, "Nothing was sent: your number is a landline."],
  [{ isEarly: true }, "Texts start at 8:00 AM in your time zone."],
])("doesn't resend a text with %j", (conditions, message) => {
  expect(findResendRefusal("sms", { ...allowed, ...conditions })).toBe(message);
});

test("resends an email before 8:00", () => {
  expect(findResendRefusal("email", { ...allowed, isEarly: true })).toBeNull();
});

test("doesn't resend an email while email is off", () => {
  expect(findResendRefusal("email", { ...allowed, isChannelOn: false })).toBe(
    "Email is turned off. Turn it on to get today’s briefing again.",
  );
});
