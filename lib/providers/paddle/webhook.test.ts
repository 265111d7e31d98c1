import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { requiredEvents } from "./account";
import { isPaddleRequest, readPaddleEvent } from "./webhook";

const body = '{"event_id":"evt_1"}';
const now = new Date("2026-11-20T12:00:00Z");
const nowS = now.getTime() / 1_000;
const sign = (secret: string, ts = nowS) =>
  createHmac("sha256", secret).update(`${ts}:${body}`).digest("hex");

const isBelieved = (signature: string | null, secrets: (string | undefined)[] = ["current"]) =>
  isPaddleRequest(
    { headers: new Headers(signature === null ? {} : { "paddle-signature": signature }), body },
    { secrets, now },
  );

describe("a signature", () => {
  test.each([
    ["ours", `ts=${nowS};h1=${sign("current")}`, true],
    [
      "the second of two while a secret rotates",
      `ts=${nowS};h1=${sign("new")};h1=${sign("current")}`,
      true,
    ],
    ["with spaces between", `ts=${nowS}; h1=${sign("current")}`, true],
    ["of another secret", `ts=${nowS};h1=${sign("other")}`, false],
    ["of another time", `ts=${nowS + 1};h1=${sign("current")}`, false],
    ["300 s old", `ts=${nowS - 300};h1=${sign("current", nowS - 300)}`, true],
    ["301 s old", `ts=${nowS - 301};h1=${sign("current", nowS - 301)}`, false],
    ["300 s ahead", `ts=${nowS + 300};h1=${sign("current", nowS + 300)}`, true],
    ["301 s ahead", `ts=${nowS + 301};h1=${sign("current", nowS + 301)}`, false],
    ["without a time", `h1=${sign("current")}`, false],
    ["with two times", `ts=1;ts=${nowS};h1=${sign("current")}`, false],
    ["with a time in words", `ts=now;h1=${sign("current")}`, false],
    ["without a value", `ts=${nowS}`, false],
    ["empty", "", false],
    ["absent", null, false],
  ])("%s", (_name, signature, expected) => {
    expect(isBelieved(signature)).toBe(expected);
  });

  test("made with the previous secret is accepted during a rotation", () => {
    const signature = `ts=${nowS};h1=${sign("previous")}`;
    expect(isBelieved(signature, ["current", "previous"])).toBe(true);
    expect(isBelieved(signature, ["current", undefined])).toBe(false);
  });

  test("is rejected when our secret is empty", () => {
    expect(isBelieved(`ts=${nowS};h1=${sign("")}`, ["", undefined])).toBe(false);
  });
});

const read = (event: object) =>
  readPaddleEvent({
    headers: new Headers(),
    body: JSON.stringify({
      event_id: "evt_1",
      event_type: "subscription.updated",
      occurred_at: "2026-11-20T12:00:00.123456Z",
      ...event,
    }),
  });

const subscription = {
  id: "sub_1",
  status: "active",
  customer_id: "ctm_1",
  updated_at: "2026-11-20T12:00:00Z",
  first_billed_at: null,
  next_billed_at: "2026-12-20T12:00:00Z",
  canceled_at: null,
  current_billing_period: { starts_at: "x", ends_at: "2026-12-20T12:00:00Z" },
  billing_cycle: { interval: "year", frequency: 1 },
  scheduled_change: { action: "pause", effective_at: "2026-12-20T12:00:00Z" },
  items: [],
  custom_data: { uid: 7 },
};

test("a subscription is translated", () => {
  const { event, occurredAt, kind } = read({ data: subscription });
  expect(kind).toBe("subscription.updated");
  expect(occurredAt).toEqual(new Date("2026-11-20T12:00:00.123Z"));
  expect(event).toMatchObject({
    kind: "subscription_changed",
    subscription: { plan: "annual", uid: null, cancelAt: null, firstChargeAt: null },
  });
});

// As in Paddle's example of adjustment.updated, in yen, which have no smaller unit.
const adjustment = {
  id: "adj_1",
  action: "chargeback",
  type: "full",
  status: "approved",
  transaction_id: "txn_1",
  subscription_id: "sub_1",
  customer_id: "ctm_1",
  currency_code: "JPY",
  updated_at: "2026-11-20T11:59:59Z",
  totals: { subtotal: "5455", tax: "545", total: "6000", fee: "350", currency_code: "JPY" },
};

test("an adjustment is translated, whatever its action and status", () => {
  const event_type = "adjustment.updated";
  const read1 = (changed: object) =>
    read({ event_type, data: { ...adjustment, ...changed } }).event;
  expect(read1({})).toEqual({
    kind: "adjusted",
    eventId: "evt_1",
    occurredAt: new Date("2026-11-20T12:00:00.123Z"),
    customerId: "ctm_1",
    adjustment: {
      adjustmentId: "adj_1",
      transactionId: "txn_1",
      subscriptionId: "sub_1",
      action: "chargeback",
      status: "approved",
      isFull: true,
      total: 6_000,
      subtotal: 5_455,
      currency: "JPY",
      changedAt: new Date("2026-11-20T11:59:59Z"),
    },
  });
  expect(read1({ action: "refund", type: "partial", status: "pending_approval" })).toMatchObject({
    adjustment: { action: "refund", isFull: false, status: "pending_approval" },
  });
  const reversal = { subtotal: "-5455", tax: "-545", total: "-6000" };
  expect(read1({ action: "chargeback_reverse", totals: reversal })).toMatchObject({
    adjustment: { total: 6_000, subtotal: 5_455, currency: "JPY" },
  });
  expect(read1({ totals: null, updated_at: null })).toMatchObject({
    adjustment: { total: 0, changedAt: new Date("2026-11-20T12:00:00.123Z") },
  });
});

test("the prices of a subscription and a transaction are translated", () => {
  const items = [{ price: { id: "pri_1" } }, { price: null }, { price: { id: "pri_2" } }];
  expect(read({ data: { ...subscription, items } }).event).toMatchObject({
    subscription: { priceIds: ["pri_1", "pri_2"], price: null },
  });
  const event_type = "transaction.completed";
  expect(read({ event_type, data: { id: "txn_1", items } }).event).toMatchObject({
    payment: { priceIds: ["pri_1", "pri_2"] },
  });
});

test("unused kinds are ignored, unexpected shapes are reported, and other bodies throw", () => {
  expect(read({ event_type: "payout.paid", data: {} })).toMatchObject({ event: null });
  const odd = read({ data: { ...subscription, status: "sleeping" } });
  expect(odd.event).toBeNull();
  expect(odd.problem).toContain("status");
  expect(() => readPaddleEvent({ headers: new Headers(), body: "[]" })).toThrow("expected object");
  expect(() => readPaddleEvent({ headers: new Headers(), body: "{" })).toThrow("JSON");
});

const eventOf = (name: string) =>
  readPaddleEvent({
    headers: new Headers(),
    body: JSON.stringify({
      event_id: "evt_1",
      event_type: name,
      occurred_at: "2026-11-23T12:00:00Z",
      data: {},
    }),
  });

test.each(requiredEvents)("uses %s, which doctor requires", (name) => {
  expect(eventOf(name).problem).toBeDefined();
});

test("doesn't use other events", () => {
  expect(eventOf("product.created")).toMatchObject({ event: null });
});
