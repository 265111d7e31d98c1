import { describe, expect, test } from "vitest";
import { describeDelivery, type LedgerEntry } from "./describe-delivery";

const row: LedgerEntry = {
  state: "accepted",
  reason: null,
  finalizedAt: new Date("2026-11-23T13:00:02Z"),
  providerStatus: null,
  providerCode: null,
  timezone: "America/New_York",
};

function read(entry: Partial<LedgerEntry>): string {
  const { outcome, label, time, reason } = describeDelivery({ ...row, ...entry });
  return `${outcome} | ${label}${time === null ? "" : ` ${time}`}${reason === null ? "" : `: ${reason}`}`;
}

test.each<[Partial<LedgerEntry>, string]>([
  [{}, "sent | Sent 8:00 AM"],
  [{ timezone: "Europe/London" }, "sent | Sent 1:00 PM"],
  [{ finalizedAt: new Date("2026-11-23T12:47:59Z") }, "sent | Sent 7:47 AM"],
  [{ providerStatus: "queued" }, "sent | Sent 8:00 AM"],
  [{ providerStatus: "deferred" }, "sent | Sent 8:00 AM"],
  [{ providerStatus: "delivered" }, "sent | Delivered 8:00 AM"],
  [{ providerStatus: "complained" }, "sent | Delivered 8:00 AM: you reported it as spam"],
  [{ providerStatus: "bounced" }, "failed | Not delivered: your address is bouncing"],
  [{ providerStatus: "soft_bounced" }, "failed | Not delivered: your mailbox didn’t accept it"],
  [{ providerStatus: "undelivered" }, "failed | Not delivered: your phone couldn’t be reached"],
  [
    { providerStatus: "undelivered", providerCode: "30007" },
    "failed | Not delivered: your carrier filtered it",
  ],
  [{ state: "pending", finalizedAt: null }, "waiting | On its way"],
])("%j reads %s", (entry, text) => {
  expect(read(entry)).toBe(text);
});

describe("why a briefing wasn't sent or delivered", () => {
  test.each([
    ["excluded", "stop", "held | Not sent: you replied STOP"],
    ["excluded", "channel_off", "held | Not sent: you’d turned it off"],
    ["excluded", "not_entitled", "held | Not sent: your subscription wasn’t active"],
    ["excluded", "hard_bounce", "held | Not sent: your address is bouncing"],
    ["excluded", "spam_complaint", "held | Not sent: you reported our email as spam"],
    ["excluded", "inactive", "held | Not sent: your mailbox rejects our email"],
    ["excluded", "manual", "held | Not sent: your address is blocked"],
    ["excluded", "bad_number", "held | Not sent: your number can’t be reached"],
    ["excluded", "landline", "held | Not sent: your number is a landline"],
    ["excluded", "same_number", "held | Not sent: another account with your number got it"],
    ["failed", "invalid_address", "failed | Not delivered: your address isn’t valid"],
    ["failed", "inactive_recipient", "failed | Not delivered: your mailbox rejects our email"],
    ["failed", "opted_out", "failed | Not delivered: you replied STOP"],
    ["failed", "filtered", "failed | Not delivered: your carrier filtered it"],
    ["failed", "rejected", "failed | Not delivered: our provider rejected it"],
    ["failed", "toString", "failed | Not delivered: no reason was recorded"],
    ["missed", "not_attempted", "failed | Missed: we couldn’t send it by 10:00 AM"],
    ["missed", "provider_unavailable", "failed | Missed: we couldn’t send it by 10:00 AM"],
    ["missed", "outcome_unknown", "failed | Missed: our provider couldn’t confirm that it arrived"],
  ])("%s for %s", (state, reason, text) => {
    expect(read({ state, reason })).toBe(text);
  });
});
