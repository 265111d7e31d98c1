import twilio from "twilio";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startSandbox, startService } from "./harness";

const { validateRequest } = twilio;
let service: Awaited<ReturnType<typeof startService>>;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  service = await startService({
    status: 200,
    type: "text/xml",
    body: "<Response><Message><Body>You &amp; us: done.</Body></Message></Response>",
  });
  sandbox = await startSandbox({ siteUrl: service.url });
});

afterEach(async () => {
  await sandbox.remove("/sandbox/messages");
  await sandbox.remove("/sandbox/suppressions");
  service.received.length = 0;
});

afterAll(async () => {
  await sandbox.stop();
  await service.stop();
});

const from = "+14155550100";
const send = (to: string, body = "Three headlines", more = {}) =>
  sandbox.sms.messages.create({ to, from, body, ...more });

function checkSignature(index: number): URLSearchParams {
  const call = service.received[index];
  const parameters = new URLSearchParams(call?.body);
  const isValid = validateRequest(
    "sandbox-twilio-token",
    String(call?.headers["x-twilio-signature"]),
    `${service.url}${call?.url}`,
    Object.fromEntries(parameters),
  );
  expect(isValid).toBe(true);
  return parameters;
}

describe("sending", () => {
  it("accepts a text and returns the complete resource", async () => {
    const message = await send("+14155550123");
    expect(message).toMatchObject({
      status: "queued",
      to: "+14155550123",
      from,
      numSegments: "1",
      direction: "outbound-api",
      errorCode: null,
    });
    expect(message.sid).toMatch(/^SM[0-9a-f]{32}$/);
    const { body } = await sandbox.get("/sandbox/messages?channel=sms");
    expect(body).toMatchObject([
      {
        channel: "sms",
        provider: "twilio",
        to: "+14155550123",
        text: "Three headlines",
        subject: null,
        html: null,
        messageId: message.sid,
      },
    ]);
    const fetched = await sandbox.sms.messages(message.sid).fetch();
    expect(fetched).toMatchObject({ status: "delivered", body: "Three headlines" });
  });

  it.each([
    ["+15005550001", 21211],
    ["12", 21211],
    ["+15005550004", 21610],
    ["+15005550009", 21614],
    ["+16135550101", 21211],
    ["+16135550110", 21635],
    ["+19002345678", 21268],
    ["+449012345678", 21268],
    ["78901", 21265],
  ])("rejects %s with %i", async (to, code) => {
    await expect(send(to)).rejects.toMatchObject({ status: 400, code });
  });

  it("rejects an empty body, a long body, and wrong credentials", async () => {
    await expect(send("+14155550123", "")).rejects.toMatchObject({ code: 21602 });
    await expect(send("+14155550123", "x".repeat(1_601))).rejects.toMatchObject({ code: 21617 });
    const stranger = twilio("AC00000000000000000000000000000000", "wrong");
    stranger.api.baseUrl = sandbox.url;
    await expect(
      stranger.messages.create({ to: "+14155550123", from, body: "x" }),
    ).rejects.toMatchObject({ status: 401, code: 20003 });
  });

  it("lists texts by number and date, in pages", async () => {
    for (const body of ["one", "two", "three"]) await send("+14155550123", body);
    await send("+14155550124", "other");
    const found = await sandbox.sms.messages.list({
      to: "+14155550123",
      dateSentAfter: new Date(Date.now() - 60_000),
      pageSize: 2,
    });
    expect(found.map(({ body }) => body)).toEqual(["three", "two", "one"]);
    const later = await sandbox.sms.messages.list({
      to: "+14155550123",
      dateSentAfter: new Date(Date.now() + 60_000),
    });
    expect(later).toEqual([]);
  });

  it("reports queued, sent, and delivered to a signed callback", async () => {
    await send("+14155550123", "x", { statusCallback: `${service.url}/status?delivery=5` });
    await vi.waitFor(() => expect(service.received).toHaveLength(3), 30_000);
    const statuses = [0, 1, 2].map((index) => checkSignature(index).get("MessageStatus"));
    expect(statuses).toEqual(["queued", "sent", "delivered"]);
  });

  it("reports a text that the carrier filters later", async () => {
    await send("+16135550113", "x", { statusCallback: `${service.url}/status` });
    await vi.waitFor(() => expect(service.received).toHaveLength(3), 30_000);
    const last = checkSignature(2);
    expect(last.get("MessageStatus")).toBe("undelivered");
    expect(last.get("ErrorCode")).toBe("30007");
  });
});

describe("replies from a phone", () => {
  it("signs the webhook, stores the reply, and blocks texts from STOP until START", async () => {
    const response = await sandbox.post("/sandbox/twilio/inbound", {
      from: "+14155550123",
      body: " Stop. ",
    });
    expect(response).toMatchObject({
      status: 200,
      body: { status: 200, reply: "You & us: done." },
    });
    expect(service.received[0]?.url).toBe("/api/webhooks/twilio/inbound");
    const parameters = checkSignature(0);
    expect(Object.fromEntries(parameters)).toMatchObject({
      From: "+14155550123",
      To: from,
      Body: " Stop. ",
      SmsStatus: "received",
      NumMedia: "0",
      NumSegments: "1",
      MessageSid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    });
    const { body } = await sandbox.get("/sandbox/messages?to=%2B14155550123");
    expect(body).toMatchObject([
      { provider: "twilio", text: "You & us: done.", metadata: { kind: "reply" } },
    ]);
    await expect(send("+14155550123")).rejects.toMatchObject({ code: 21610 });
    await sandbox.post("/sandbox/twilio/inbound", { from: "+14155550123", body: "start" });
    expect((await send("+14155550123")).status).toBe("queued");
  });

  it("names the field that isn't valid", async () => {
    expect(await sandbox.post("/sandbox/twilio/inbound", { from: "123", body: "x" })).toEqual({
      status: 400,
      body: { message: "from must be a phone number such as +14155550123.", field: "from" },
    });
  });
});
