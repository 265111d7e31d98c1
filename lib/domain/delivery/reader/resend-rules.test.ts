import { expect, test } from "vitest";
import { findResendRefusal, type ResendStanding } from "./resend-rules";

const allowed: ResendStanding = {
  state: "accepted",
  isNumberWaiting: false,
  isEntitled: true,
  isChannelOn: true,
  suppression: null,
  isEarly: false,
};

test.each(["accepted", "excluded", "failed", "missed"])("%s may be sent again", (state) => {
  expect(findResendRefusal("email", { ...allowed, state })).toBeNull();
  expect(findResendRefusal("sms", { ...allowed, state })).toBeNull();
});

test.each<[Partial<ResendStanding>, string]>([
  [{ state: null }, "There is no briefing of today to send again."],
  [{ state: "pending" }, "Today's briefing is still on its way. Please wait for it."],
  [{ isNumberWaiting: true }, "Today's briefing is still on its way. Please wait for it."],
  [{ isEntitled: false }, "Your subscription is not active, so nothing was sent."],
  [{ isChannelOn: false }, "Texts are turned off. Turn them on to get today's again."],
  [{ suppression: "stop" }, "Nothing was sent: you replied STOP."],
  [{ suppression: "landline" }, "Nothing was sent: your number is a landline."],
  [{ isEarly: true }, "Texts leave from 8:00 in your timezone."],
])("no text for %j", (standing, sentence) => {
  expect(findResendRefusal("sms", { ...allowed, ...standing })).toBe(sentence);
});

test("an e-mail may leave before eight, and says its own name when it is off", () => {
  expect(findResendRefusal("email", { ...allowed, isEarly: true })).toBeNull();
  expect(findResendRefusal("email", { ...allowed, isChannelOn: false })).toBe(
    "E-mail delivery is turned off. Turn it on to get today's again.",
  );
});
