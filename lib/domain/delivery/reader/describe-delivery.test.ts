import { describe, expect, test } from "vitest";
import { describeDelivery, type LedgerEntry } from "./describe-delivery";

const row: LedgerEntry = {
  state: "accepted",
  reason: null,
  finalizedAt: new Date("2026-11-23T13:00:02Z"),
  providerStatus: null,
  timezone: "America/New_York",
};

function inWords(entry: Partial<LedgerEntry>): string {
  const { outcome, words, time, reason } = describeDelivery({ ...row, ...entry });
  return `${outcome} | ${words}${time === null ? "" : ` ${time}`}${reason === null ? "" : `: ${reason}`}`;
}

test.each<[Partial<LedgerEntry>, string]>([
  [{}, "sent | Sent 8:00"],
  [{ timezone: "Europe/London" }, "sent | Sent 13:00"],
  [{ finalizedAt: new Date("2026-11-23T12:47:59Z") }, "sent | Sent 7:47"],
  [{ providerStatus: "queued" }, "sent | Sent 8:00"],
  [{ providerStatus: "deferred" }, "sent | Sent 8:00"],
  [{ providerStatus: "delivered" }, "sent | Delivered 8:00"],
  [{ providerStatus: "complained" }, "sent | Delivered 8:00: you reported it as spam"],
  [{ providerStatus: "bounced" }, "failed | Not delivered: mail to your address comes back"],
  [{ providerStatus: "soft_bounced" }, "failed | Not delivered: your mailbox did not take it"],
  [{ providerStatus: "undelivered" }, "failed | Not delivered: your phone could not be reached"],
  [{ state: "pending", finalizedAt: null }, "waiting | On its way"],
])("%j reads %s", (entry, text) => {
  expect(inWords(entry)).toBe(text);
});

describe("why a briefing was held or did not come", () => {
  test.each([
    ["excluded", "stop", "held | Held: you replied STOP"],
    ["excluded", "channel_off", "held | Held: you had turned it off"],
    ["excluded", "not_entitled", "held | Held: your subscription was not active"],
    ["excluded", "hard_bounce", "held | Held: mail to your address comes back"],
    ["excluded", "spam_complaint", "held | Held: you had reported our mail as spam"],
    ["excluded", "inactive", "held | Held: your mailbox refuses our mail"],
    ["excluded", "manual", "held | Held: your address is blocked for our mail"],
    ["excluded", "bad_number", "held | Held: your number cannot be reached"],
    ["excluded", "landline", "held | Held: your number is a landline"],
    ["excluded", "same_number", "held | Held: your number got it through another account"],
    ["failed", "invalid_address", "failed | Not delivered: your address is not valid"],
    ["failed", "inactive_recipient", "failed | Not delivered: your mailbox refuses our mail"],
    ["failed", "opted_out", "failed | Not delivered: you replied STOP"],
    ["failed", "filtered", "failed | Not delivered: your carrier filtered it"],
    ["failed", "rejected", "failed | Not delivered: our provider refused it"],
    ["failed", "toString", "failed | Not delivered: the reason was not recorded"],
    ["missed", "not_attempted", "failed | Missed: we could not send it by 10:00"],
    ["missed", "provider_unavailable", "failed | Missed: we could not send it by 10:00"],
    ["missed", "outcome_unknown", "failed | Missed: our provider could not say whether it arrived"],
  ])("%s for %s", (state, reason, text) => {
    expect(inWords({ state, reason })).toBe(text);
  });
});
