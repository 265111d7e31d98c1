import { describe, expect, test } from "vitest";
import { importColumns, type ImportColumn } from "@/lib/contracts/admin/imports";
import { InvalidCell, readRow, type Reading } from "./read-row";
import { createStatusDetector } from "./words";

type Cells = Partial<Record<ImportColumn, string>>;

function read(cells: Cells, { country = null }: Partial<Reading> = {}) {
  const all: Cells = { email: "a@example.com", ...cells };
  const columns = importColumns.filter((column) => all[column] !== undefined);
  return readRow((column) => (all[column] ?? "").trim(), { columns, defaultStatus: null, country });
}

test("empty cells get defaults", () => {
  const { row, given, leftOut } = read({ name: "-", phone: "N/A", timezone: "", status: "null" });
  expect(row).toEqual({
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
  expect([[...given], leftOut]).toEqual([[], []]);
});

test("a full row is read in any case and with extra spaces", () => {
  const cells = {
    email: " A@Example.com ",
    name: " Ann  Lee ",
    phone: "+1 (415) 555-0100",
    timezone: "Europe/London",
    status: "FREE TRIAL",
    email_on: "False",
    sms_on: "TRUE",
    sms_consent_at: "2026-03-05T15:00:00+01:00",
  };
  expect(read(cells)).toMatchObject({
    row: {
      email: "A@example.com",
      name: "Ann  Lee",
      phone: "+14155550100",
      timezone: "Europe/London",
      status: "trialing",
      emailEnabled: false,
      smsEnabled: true,
      smsConsentAt: "2026-03-05T14:00:00.000Z",
    },
    leftOut: [],
  });
});

describe("a phone number", () => {
  test.each([
    ["+14155550100", null, "+14155550100"],
    ["'+14155550100", null, "+14155550100"],
    ["tel:+1-415-555-0100", null, "+14155550100"],
    ["(415) 555-0100", "US", "+14155550100"],
    ["14155550100", "US", "+14155550100"],
    ["415.555.0100", "US", "+14155550100"],
    ["07400 123456", "GB", "+447400123456"],
    ["0044 7400 123456", "GB", "+447400123456"],
    ["+44 7400 123456", "US", "+447400123456"],
    // Not with certainty, or nothing that gets texts; spreadsheets write long numbers like the first two.
    ["1.41556E+10", "US", null],
    ["4,479E+11", "GB", null],
    ["(415) 555-0100", null, null],
    ["14155550100", null, null],
    ["+19002345678", null, null],
    ["+1999", null, null],
    ["call me", "US", null],
  ])("%s (country: %s) is read as %s, and costs nobody more", (phone, country, e164) => {
    const { row, leftOut, given } = read({ phone }, { country });
    expect(row.phone).toBe(e164);
    expect(given.has("phone")).toBe(e164 !== null);
    expect(leftOut.map(({ column }) => column)).toEqual(e164 === null ? ["phone"] : []);
  });

  test("that is left out leaves texts off", () => {
    const cells = { phone: "?", sms_on: "true", sms_consent_at: "2026-03-05T14:00:00Z" };
    expect(read(cells).row).toMatchObject({ phone: null, smsEnabled: false });
  });
});

test("a zone that we don't send in, and a name that's too long, are left out", () => {
  const { row, leftOut } = read({ name: "x".repeat(201), timezone: "Europe/Paris" });
  expect(row).toMatchObject({ name: null, timezone: "America/New_York" });
  expect(leftOut.map(({ column }) => column)).toEqual(["name", "timezone"]);
});

// Other software's words, in a column that says who gets email.
test.each([
  ["on", "true Yes 1 active Subscribed confirmed regular premium gifted churned past_due cold"],
  [
    "off",
    "false no 0 inactive unsubscribed Unsubscribed pending invalid validating needs_attention needs-attention undeliverable bounced hard_bounced complained cancelled canceled cleaned unconfirmed unactivated blocked removed suppressed opted_out not_subscribed",
  ],
])("email is %s", (state, words) => {
  for (const word of words.split(" ")) {
    expect([word, read({ email_on: word }).row.emailEnabled]).toEqual([word, state === "on"]);
  }
});

test.each([
  [{ email_off: "2018-07-23 12:19:27" }, false],
  [{ email_off: "true" }, false],
  [{ email_off: "unsubscribed" }, false],
  [{ email_off: "subscribed" }, true],
  [{ email_off: "false" }, true],
  [{ email_off: "" }, true],
  [{ email_lists: "None" }, false],
  [{ email_lists: "" }, false],
  [{ email_lists: "The Daily, Podcast" }, true],
  [{ type: "unsubscribed" }, false],
  [{ type: "regular" }, true],
] as const)("%j: gets email: %s", (cells, isOn) => {
  expect(read(cells).row.emailEnabled).toBe(isOn);
  const hasCell = Object.values(cells).some((cell) => cell !== "") || "email_lists" in cells;
  expect(read(cells).given.has("email")).toBe(hasCell);
});

test.each([
  ["active", "active"],
  ["Trialing", "trialing"],
  ["Past Due", "past_due"],
  ["past_due", "past_due"],
  ["Paused", "paused"],
  ["canceled", "canceled"],
  ["Cancelled", "canceled"],
  ["Unpaid", "canceled"],
  ["incomplete_expired", "canceled"],
  ["free", null],
  ["Inactive", null],
])("the status %s is stored as %s", (status, stored) => {
  expect(read({ status }).row.status).toBe(stored);
});

test.each([
  [{ plan: "Yearly Subscriber", until: "2027-01-10" }, "active annual 2027-01-10T20:00:00.000Z"],
  [{ plan: "Monthly Subscriber" }, "active monthly null"],
  [{ plan: "Founding Member" }, "active null null"],
  [{ plan: "group" }, "active null null"],
  [{ plan: "Free" }, "null null null"],
  [{ plan: "Free Subscriber", until: "2027-01-10" }, "null null null"],
  [{ tier: "Gold" }, "active null null"],
  [{ tier: "premium" }, "active null null"],
  [{ tier: "yearly" }, "active annual null"],
  [{ tier: "free" }, "null null null"],
  [{ tier: "" }, "null null null"],
  [{ type: "premium" }, "active null null"],
  [{ type: "gifted" }, "active null null"],
  [{ type: "past_due" }, "past_due null null"],
  [{ type: "paused" }, "null null null"],
  [{ type: "churned" }, "canceled null null"],
  [{ type: "regular" }, "null null null"],
  [{ paid: "true", until: "2027-01-04 10:15:00 +0000" }, "active null 2027-01-04T10:15:00.000Z"],
  [{ until: "2027-01-04 10:15:00 UTC" }, "active null 2027-01-04T10:15:00.000Z"],
] as const)("%j has the subscription %s", (cells, subscription) => {
  const { status, plan, until } = read(cells).row;
  expect(`${status} ${plan} ${until}`).toBe(subscription);
});

describe("a row is refused for", () => {
  test.each<[Cells, ImportColumn]>([
    [{ email: "" }, "email"],
    // Longer than an address can be (RFC 5321, section 4.5.3.1), and than an index entry.
    [{ email: `${"ab1".repeat(1_000)}@example.com` }, "email"],
    [{ email: "nobody" }, "email"],
    [{ status: "gone" }, "status"],
    [{ email_on: "perhaps" }, "email_on"],
    [{ type: "new" }, "type"],
    [{ plan: "gold" }, "plan"],
    [{ until: "soon" }, "until"],
    [{ sms_on: "true", phone: "+14155550100" }, "sms_consent_at"],
    [{ sms_on: "true", sms_consent_at: "yesterday" }, "sms_consent_at"],
  ])("%j", (cells, column) => {
    let thrown: unknown;
    try {
      read(cells);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InvalidCell);
    expect(thrown).toMatchObject({ column });
  });
});

// Columns of MailerLite, EmailOctopus, HubSpot, Shopify, TinyNews, WordPress plugins, and spreadsheets.
test.each([
  ["status", "active unsubscribed bounced", 2],
  ["Status", "1 0 4", 1],
  ["Subscribed", "yes no no", 2],
  ["Accepts Email Marketing", "yes no yes", 1],
  ["Unsubscribed from all email", "true  ", 1],
  ["unsubscribed_at", "2025-05-02 , ", 1],
  ["Opted out", "x  ", 1],
  ["Bounce reason", " bounced ", 1],
  ["What happened", "complained ok ", 1],
  ["Kind", "customer Unsubscribed", 1],
  ["Subscribed at", "2021-02-04 2021-02-05", null],
  ["Subscription date", "2021-02-04", null],
  ["State", "NY CA", null],
  ["newsletter", "Daily Weekly", null],
  ["unsubscribed_at", " ", null],
  ["Notes", "likes bonds", null],
  ["City", "Paris Rome", null],
] as const)("a column “%s” with %s looks like a status: %s", (header, cells, optedOut) => {
  const detector = createStatusDetector(header);
  for (const cell of cells.split(/[ ,]/)) detector.add(cell);
  expect(detector.optedOut()).toBe(optedOut);
});
