import { beforeAll, beforeEach, expect, test } from "vitest";
import { POST } from "@/app/api/test-webhook/route";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

type Sent = { way: "automation" | "provider"; to: string; text: string };

const api = useForFile(() => startApi({ now: "2026-11-18T06:00:00.000Z" }));
let admin: ApiClient;
let sent: Sent[] = [];
let failure: Error | null = null;

const text = "Threeline: this is a test. This number can get our texts. Reply STOP to cancel.";

const automation = {
  sendText: ({ phoneNumber, message }: { phoneNumber: string; message: string }) => {
    if (failure) return Promise.reject(failure);
    sent.push({ way: "automation", to: phoneNumber, text: message });
    return Promise.resolve();
  },
};

const send = (phoneNumber: unknown, client = admin) =>
  client.call(POST, "POST", "/api/test-webhook", { json: { phoneNumber } });

beforeAll(async () => {
  admin = await api.adminClient();
});

beforeEach(() => {
  sent = [];
  failure = null;
  api.ctx.automation = automation;
});

test("sends through the automation webhook, with or without a plus", async () => {
  expect(await send("14155550123")).toMatchObject({
    status: 200,
    body: { message: "SMS webhook test sent successfully", phoneNumber: "+14155550123" },
  });
  expect((await send("+44 7400 123456")).body).toEqual({
    message: "SMS webhook test sent successfully",
    phoneNumber: "+447400123456",
  });
  expect(sent).toEqual([
    { way: "automation", to: "+14155550123", text },
    { way: "automation", to: "+447400123456", text },
  ]);
  const events = await api.ctx.db.auditEvent.findMany({ where: { action: "sms.tested" } });
  expect(events.map(({ subject }) => subject)).toEqual(["sms:+14155550123", "sms:+447400123456"]);
});

test("sends through the provider when no webhook is configured", async () => {
  api.ctx.automation = null;
  api.ctx.sms.send = ({ to, body }) => {
    sent.push({ way: "provider", to, text: body });
    return Promise.resolve({ state: "accepted", providerMessageId: "SM1" });
  };
  expect((await send("14155550124")).status).toBe(200);
  expect(sent).toEqual([{ way: "provider", to: "+14155550124", text }]);
  api.ctx.sms.send = () =>
    Promise.resolve({ state: "refused", reason: "opted_out", code: 1, detail: "21610" });
  expect(await send("14155550125")).toMatchObject({
    status: 409,
    body: {
      message:
        "This number unsubscribed from our texts. Reply START to one of them to resubscribe.",
    },
  });
});

test.each([
  ["", "Please enter a phone number"],
  ["   ", "Please enter a phone number"],
  [undefined, "Please enter a phone number"],
  [14155550123, "Please enter a phone number"],
  ["call me", "Please enter a valid phone number, including the country code."],
  ["0", "Please enter a valid phone number, including the country code."],
  ["++14155550123", "Please enter a valid phone number, including the country code."],
  ["9".repeat(33), "Please enter a valid phone number, including the country code."],
])("refuses %j", async (phoneNumber, message) => {
  expect(await send(phoneNumber)).toMatchObject({
    status: 400,
    body: { message, field: "phoneNumber" },
  });
  expect(sent).toEqual([]);
});

test("requires an administrator session", async () => {
  expect(await send("14155550123", api.client())).toMatchObject({
    status: 401,
    body: { message: "Please log in to continue." },
  });
  expect(sent).toEqual([]);
});

test("never texts a suppressed number", async () => {
  await api.ctx.db.suppression.create({
    data: { channel: "sms", address: "+14155550126", reason: "stop", source: "twilio" },
  });
  expect((await send("14155550126")).status).toBe(409);
  expect(sent).toEqual([]);
});

test("answers 502 when the webhook fails", async () => {
  failure = new Error("The automation webhook answered 500.");
  expect(await send("14155550127")).toMatchObject({
    status: 502,
    body: { message: "The text wasn’t sent. Please try again in a moment." },
  });
});

test("is limited to one text per number in 30 seconds and 10 texts a day", async () => {
  const other = await api.adminClient();
  const answers = [await send("14155550130", other), await send("+1 415 555 0130", other)];
  expect(answers.map(({ status }) => status)).toEqual([200, 429]);
  expect(answers[1]?.headers.get("retry-after")).toBe("30");
  expect(answers[1]?.body).toEqual({
    message: "Too many attempts. Please try again in 30 seconds.",
    code: "too_many_requests",
  });
  for (let number = 131; number <= 139; number += 1) await send(`14155550${number}`, other);
  expect((await send("14155550140", other)).status).toBe(429);
  expect(sent).toHaveLength(10);
});
