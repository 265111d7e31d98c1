import { describe, expect, test } from "vitest";
import { fromSafeCell, subscriberColumns, toSafeCell, type SubscriberColumn } from "./csv-format";
import { readHeader, readImportRow } from "./import-row";

const read = (cells: Partial<Record<SubscriberColumn, string>>) =>
  readImportRow((column) => cells[column] ?? "");

/** Longer than an address can be (RFC 5321, section 4.5.3.1), and than an index entry. */
const longAddress = `${"ab1".repeat(1_000)}@example.com`;

test("empty cells get defaults", () => {
  expect(read({ email: "a@example.com" })).toEqual({
    email: "a@example.com",
    name: null,
    phone: null,
    timezone: "America/New_York",
    status: null,
    plan: null,
    until: null,
    emailEnabled: true,
    smsEnabled: false,
    smsConsentAt: null,
  });
});

test("a full line is read in any case and with extra spaces", () => {
  expect(
    read({
      email: " A@Example.com ",
      name: " Ann  Lee ",
      phone: "+1 (415) 555-0100",
      timezone: "Europe/London",
      status: "FREE TRIAL",
      email_enabled: "False",
      sms_enabled: "TRUE",
      sms_consent_at: "2026-03-05T15:00:00+01:00",
    }),
  ).toEqual({
    email: "A@Example.com",
    name: "Ann  Lee",
    phone: "+14155550100",
    timezone: "Europe/London",
    status: "trialing",
    plan: null,
    until: null,
    emailEnabled: false,
    smsEnabled: true,
    smsConsentAt: "2026-03-05T14:00:00.000Z",
  });
});

test.each([
  ["active", "active"],
  ["Trialing", "trialing"],
  ["Past Due", "past_due"],
  ["past_due", "past_due"],
  ["Paused", "paused"],
  ["canceled", "canceled"],
  ["Cancelled", "canceled"],
])("the status %s is stored as %s", (word, status) => {
  expect(read({ email: "a@example.com", status: word }).status).toBe(status);
});

describe("an invalid line is rejected with the reason", () => {
  test.each<[Partial<Record<SubscriberColumn, string>>, string]>([
    [{ email: "" }, "the email address is missing"],
    [{ email: longAddress }, `"${longAddress}" is not an email address`],
    [{ email: "nobody" }, '"nobody" is not an email address'],
    [{ phone: "14155550100" }, '"14155550100" is not a phone number such as +14155550100'],
    [{ phone: "+1999" }, '"+1999" is not a phone number such as +14155550100'],
    [
      { timezone: "Europe/Paris" },
      'the time zone "Europe/Paris" is not one of America/New_York, America/Chicago, America/Denver, America/Los_Angeles, Europe/London',
    ],
    [
      { status: "gone" },
      'the status "gone" is not one of active, trialing, past_due, paused, canceled',
    ],
    [{ email_enabled: "yes" }, 'email_enabled must be true or false, not "yes"'],
    [{ sms_enabled: "1" }, 'sms_enabled must be true or false, not "1"'],
    [
      { sms_consent_at: "yesterday" },
      'sms_consent_at must be a time such as 2026-03-05T14:00:00Z, not "yesterday"',
    ],
    [{ sms_enabled: "true" }, "texts are on, but there is no phone number"],
    [
      { sms_enabled: "true", phone: "+14155550100" },
      "texts are on, but there is no consent (sms_consent_at)",
    ],
    [{ name: "x".repeat(201) }, "the name is longer than 200 characters"],
  ])("%j", (cells, message) => {
    expect(() => read({ email: "a@example.com", ...cells })).toThrow(message);
  });
});

test("the header can be in any order and case, but must be complete", () => {
  const shuffled = [...subscriberColumns].toReversed().map((column) => column.toUpperCase());
  expect(readHeader(shuffled).get("email")).toBe(7);
  expect(() => readHeader(["email", "nom", "phone", "phone"])).toThrow(
    'The header is missing name, timezone, status, email_enabled, sms_enabled, sms_consent_at, and has unknown columns "nom", and has phone twice. It must be email,name,phone,timezone,status,email_enabled,sms_enabled,sms_consent_at.',
  );
});

test.each(["=1+1", "+a", "-b", "@c", "'=d", "''=e", "plain", "'quoted'", "", "\tx", "\n=1", "＝1"])(
  "a safe cell round-trips: %j",
  (text) => {
    expect(fromSafeCell(toSafeCell(text))).toBe(text);
    expect(toSafeCell(text)).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
  },
);
