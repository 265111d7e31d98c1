import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { briefingEmail, postmarkClient, startSandbox, startService } from "./harness";

let randomValue = 0;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  sandbox = await startSandbox({ random: () => randomValue });
});

afterEach(async () => {
  await sandbox.remove("/sandbox/faults");
  await sandbox.remove("/sandbox/messages");
});

afterAll(() => sandbox.stop());

const addFault = (fault: Record<string, unknown>) => sandbox.post("/sandbox/faults", fault);
const send = () => sandbox.mail.sendEmail(briefingEmail("jane@example.com"));
const text = (to = "+14155550123") =>
  sandbox.sms.messages.create({ to, from: "+14155550100", body: "x" });
const total = async () => (await sandbox.get("/sandbox/messages/count?by=to")).body;

it("returns an error as many times as requested and accepts nothing", async () => {
  await addFault({ provider: "postmark", mode: "error", status: 503, count: 2 });
  await expect(send()).rejects.toMatchObject({ statusCode: 503, code: 100 });
  expect((await sandbox.get("/sandbox/faults")).body).toMatchObject([{ count: 1, struck: 1 }]);
  await expect(send()).rejects.toMatchObject({ statusCode: 503 });
  expect((await sandbox.get("/sandbox/faults")).body).toEqual([]);
  expect(await total()).toEqual({ total: 0, distinct: 0, duplicates: [] });
  await send();
  expect(await total()).toEqual({ total: 1, distinct: 1, duplicates: [] });
});

it("returns a custom body instead of the provider's error", async () => {
  await addFault({
    provider: "postmark",
    mode: "error",
    status: 403,
    body: "<h1>403 Forbidden</h1>",
  });
  const response = await fetch(`${sandbox.url}/email`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-postmark-server-token": "sandbox-postmark-token",
    },
    body: JSON.stringify(briefingEmail("jane@example.com")),
  });
  expect(response.status).toBe(403);
  expect(response.headers.get("content-type")).toBe("text/html");
  expect(await response.text()).toBe("<h1>403 Forbidden</h1>");
});

it("accepts a message and then returns an error", async () => {
  await addFault({ provider: "twilio", mode: "error", accepts: true, count: 1 });
  await expect(text()).rejects.toMatchObject({ status: 500, code: 20500 });
  expect(await total()).toMatchObject({ total: 1 });
});

it("rate-limits with each provider's error and Retry-After", async () => {
  await addFault({ provider: "twilio", mode: "rate-limit", retryAfterS: 7 });
  await expect(text()).rejects.toMatchObject({ status: 429, code: 20429 });
  await addFault({ provider: "postmark", mode: "rate-limit" });
  await expect(send()).rejects.toMatchObject({ name: "RateLimitExceededError", statusCode: 429 });
  const response = await fetch(
    `${sandbox.url}/2010-04-01/Accounts/AC00000000000000000000000000000000/Messages.json`,
    {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa("AC00000000000000000000000000000000:sandbox-twilio-token")}`,
      },
      body: new URLSearchParams({ To: "+14155550123", From: "+14155550100", Body: "x" }),
    },
  );
  expect(response.headers.get("retry-after")).toBe("7");
});

it("accepts and then drops the connection", async () => {
  await addFault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
  await expect(
    sandbox.mail.sendEmailBatch([briefingEmail("a@example.com"), briefingEmail("b@example.com")]),
  ).rejects.toMatchObject({ code: 0, statusCode: 0 });
  expect(await total()).toMatchObject({ total: 2 });
});

it("never responds to a timeout and accepts nothing", async () => {
  await addFault({ provider: "postmark", mode: "timeout", count: 1 });
  const impatient = postmarkClient(sandbox.url, "sandbox-postmark-token", 0.2);
  await expect(impatient.sendEmail(briefingEmail("a@example.com"))).rejects.toMatchObject({
    code: 0,
    statusCode: 0,
  });
  expect(await total()).toMatchObject({ total: 0 });
});

it("accepts right away and responds late", async () => {
  await addFault({ provider: "postmark", mode: "slow", delayMs: 60_000, count: 1 });
  const impatient = postmarkClient(sandbox.url, "sandbox-postmark-token", 1);
  await expect(impatient.sendEmail(briefingEmail("a@example.com"))).rejects.toMatchObject({
    code: 0,
  });
  expect(await total()).toMatchObject({ total: 1 });
  await addFault({ provider: "postmark", mode: "slow", delayMs: 1, count: 1 });
  expect(await send()).toMatchObject({ ErrorCode: 0 });
});

it("sends its response byte by byte", async () => {
  await addFault({ provider: "postmark", mode: "drip", delayMs: 1, count: 1 });
  expect(await send()).toMatchObject({ ErrorCode: 0 });
});

it("never responds and accepts the message later", async () => {
  await addFault({ provider: "postmark", mode: "late-accept", delayMs: 5_000, count: 1 });
  const impatient = postmarkClient(sandbox.url, "sandbox-postmark-token", 1);
  await expect(impatient.sendEmail(briefingEmail("a@example.com"))).rejects.toMatchObject({
    code: 0,
    statusCode: 0,
  });
  expect(await total()).toMatchObject({ total: 0 });
  await vi.waitFor(async () => expect(await total()).toMatchObject({ total: 1 }), 30_000);
});

it("finds messages accepted from now on only after a delay", async () => {
  const found = async () =>
    (await sandbox.mail.getOutboundMessages({ count: 10 })).Messages.map(({ Recipients }) =>
      Recipients.join(),
    );
  await sandbox.mail.sendEmail(briefingEmail("before@example.com"));
  await addFault({ provider: "postmark", mode: "search-lag", delayMs: 4_000 });
  await sandbox.mail.sendEmail(briefingEmail("after@example.com"));
  expect(await found()).toEqual(["before@example.com"]);
  expect(await total()).toMatchObject({ total: 2 });
  await vi.waitFor(
    async () => expect(await found()).toEqual(["after@example.com", "before@example.com"]),
    30_000,
  );
});

it("finds a share of the messages, the same ones each time", async () => {
  await sandbox.mail.sendEmailBatch(
    Array.from({ length: 10 }, (_, index) => briefingEmail(`${index}@example.com`)),
  );
  await addFault({ provider: "postmark", mode: "search-partial", probability: 0.3 });
  const found = async (filter: { recipient?: string } = {}) =>
    (await sandbox.mail.getOutboundMessages({ count: 10, ...filter })).Messages.map(
      ({ MessageID }) => MessageID,
    );
  const ids = await found();
  expect(ids).toHaveLength(3);
  expect(await found()).toEqual(ids);
  const each = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => found({ recipient: `${index}@example.com` })),
  );
  expect(each.flat().toSorted()).toEqual(ids.toSorted());
});

it("rejects every message with the given code", async () => {
  await addFault({ provider: "twilio", mode: "refuse-all", code: 21_408 });
  await addFault({ provider: "postmark", mode: "refuse-all", code: 405 });
  await expect(text()).rejects.toMatchObject({ status: 400, code: 21_408 });
  const batch = [briefingEmail("a@example.com"), briefingEmail("b@example.com")];
  expect(await sandbox.mail.sendEmailBatch(batch)).toMatchObject([
    { ErrorCode: 405 },
    { ErrorCode: 405 },
  ]);
  await expect(send()).rejects.toMatchObject({ statusCode: 422, code: 405 });
  expect(await total()).toMatchObject({ total: 0 });
});

it("affects only messages to the given recipients", async () => {
  await addFault({ provider: "twilio", mode: "refuse-all", code: 21_659, to: "+44*" });
  await addFault({ provider: "twilio", mode: "error", status: 503, to: "+14155550199" });
  await expect(text("+447400123456")).rejects.toMatchObject({ status: 400, code: 21_659 });
  await expect(text("+14155550199")).rejects.toMatchObject({ status: 503 });
  await text();
  await addFault({ provider: "postmark", mode: "refuse-all", code: 300, to: "B@example.com" });
  await addFault({ provider: "postmark", mode: "refuse-all", code: 405, to: "c*" });
  const batch = ["a@example.com", "b@example.com", "c@example.com"].map((to) => briefingEmail(to));
  expect(await sandbox.mail.sendEmailBatch(batch)).toMatchObject([
    { ErrorCode: 0 },
    { ErrorCode: 300 },
    { ErrorCode: 405 },
  ]);
  await addFault({ provider: "postmark", mode: "error", status: 503, to: "d@example.com" });
  await send();
  const withIt = [briefingEmail("a@example.com"), briefingEmail("d@example.com")];
  await expect(sandbox.mail.sendEmailBatch(withIt)).rejects.toMatchObject({ statusCode: 503 });
  expect(await total()).toMatchObject({ total: 3 });
});

it("hides messages from the search of one stream, or to one recipient", async () => {
  const found = async () =>
    (await sandbox.mail.getOutboundMessages({ count: 10 })).Messages.map(
      ({ Recipients, MessageStream }) => `${Recipients.join()} ${MessageStream}`,
    );
  await addFault({ provider: "postmark", mode: "search-lag", stream: "broadcast" });
  await sandbox.mail.sendEmailBatch([
    { ...briefingEmail("a@example.com"), MessageStream: "outbound" },
    { ...briefingEmail("b@example.com"), MessageStream: "broadcast" },
  ]);
  expect(await found()).toEqual(["a@example.com outbound"]);
  await sandbox.remove("/sandbox/faults");
  await addFault({ provider: "postmark", mode: "search-partial", probability: 0.001, to: "a@*" });
  expect(await found()).toEqual(["b@example.com broadcast"]);
});

it("shows redacted texts without bodies and without the last four digits", async () => {
  const { sid } = await text();
  await addFault({ provider: "twilio", mode: "redact", to: "+1415*" });
  const redacted = { sid, body: "", to: "+1415555XXXX" };
  expect(await sandbox.sms.messages.list({ to: "+14155550123" })).toMatchObject([redacted]);
  expect(await sandbox.sms.messages(sid).fetch()).toMatchObject(redacted);
});

it("accepts messages and then reports that they weren't delivered", async () => {
  const service = await startService({ status: 200 });
  const own = await startSandbox({ siteUrl: service.url });
  try {
    await own.post("/sandbox/faults", { provider: "twilio", mode: "undeliver", code: 30_007 });
    await own.post("/sandbox/faults", {
      provider: "postmark",
      mode: "undeliver",
      bounce: "blocked",
      to: "b@example.com",
    });
    const { sid } = await own.sms.messages.create({
      to: "+14155550123",
      from: "+14155550100",
      body: "x",
      statusCallback: `${service.url}/texts`,
    });
    const [, second] = await own.mail.sendEmailBatch(
      ["a@example.com", "b@example.com"].map((to) => briefingEmail(to)),
    );
    await vi.waitFor(() => expect(service.received).toHaveLength(4), 10_000);
    const texts = service.received.filter(({ url }) => url === "/texts").map(({ body }) => body);
    expect(new URLSearchParams(texts.at(-1)).get("MessageStatus")).toBe("undelivered");
    expect(new URLSearchParams(texts.at(-1)).get("ErrorCode")).toBe("30007");
    expect(await own.sms.messages(sid).fetch()).toMatchObject({ errorCode: 30_007 });
    const email = service.received.find(({ url }) => url === "/api/webhooks/postmark");
    expect(JSON.parse(email?.body ?? "")).toMatchObject({
      RecordType: "Bounce",
      Type: "Blocked",
      Email: "b@example.com",
      MessageID: second?.MessageID,
    });
  } finally {
    await own.stop();
    await service.stop();
  }
});

it("stores texts with a trial account's prefix, along with another fault", async () => {
  await addFault({ provider: "twilio", mode: "alter-body" });
  await addFault({ provider: "twilio", mode: "accept-then-drop", count: 1 });
  await expect(text()).rejects.toMatchObject({ code: "ECONNRESET" });
  expect((await text()).body).toBe("Sent from your Twilio trial account - x");
  const { body } = await sandbox.get("/sandbox/messages");
  const prefixed = { text: "Sent from your Twilio trial account - x" };
  expect(body).toMatchObject([prefixed, prefixed]);
});

it("applies faults by probability, in the order given", async () => {
  await addFault({ provider: "postmark", mode: "error", status: 500, probability: 0.5 });
  await addFault({ provider: "postmark", mode: "error", status: 503 });
  randomValue = 0.4;
  await expect(send()).rejects.toMatchObject({ statusCode: 500 });
  randomValue = 0.6;
  await expect(send()).rejects.toMatchObject({ statusCode: 503 });
});

it("affects only sending unless an endpoint is given", async () => {
  await addFault({ provider: "postmark", mode: "error" });
  expect(await sandbox.mail.getOutboundMessages({ count: 1 })).toMatchObject({ TotalCount: 0 });
  await sandbox.remove("/sandbox/faults");
  await addFault({ provider: "postmark", mode: "error", endpoint: "search" });
  await send();
  await expect(sandbox.mail.getOutboundMessages({ count: 1 })).rejects.toMatchObject({
    statusCode: 500,
  });
  await sandbox.remove("/sandbox/faults");
  await addFault({ provider: "postmark", mode: "error", endpoint: "all", count: 2 });
  await expect(send()).rejects.toMatchObject({ statusCode: 500 });
  await expect(sandbox.mail.getOutboundMessages({ count: 1 })).rejects.toMatchObject({
    statusCode: 500,
  });
});

it.each([
  ["automation", "/automation", { phoneNumber: "+14155550123" }],
  ["forms", "/forms", { name: "Jane", email: "jane@example.com", message: "Hello" }],
  ["analytics", "/api/event", { name: "pageview", url: "http://localhost/", domain: "x" }],
])("affects %s too", async (provider, path, body) => {
  await addFault({ provider, mode: "error", status: 502, count: 1 });
  expect((await sandbox.post(path, body)).status).toBe(502);
});

it.each([
  [
    { mode: "error" },
    "provider",
    "provider must be one of postmark, twilio, paddle, automation, forms, analytics.",
  ],
  [
    { provider: "postmark", mode: "explode" },
    "mode",
    "mode must be one of error, timeout, accept-then-drop, rate-limit, slow, drip, late-accept, search-lag, search-partial, refuse-all, alter-body, undeliver, redact.",
  ],
  [{ provider: "postmark", mode: "alter-body" }, "provider", "alter-body works only with twilio."],
  [{ provider: "postmark", mode: "redact" }, "provider", "redact works only with twilio."],
  [
    { provider: "twilio", mode: "search-lag", stream: "broadcast" },
    "stream",
    "stream works only with search-lag and search-partial of postmark.",
  ],
  [
    { provider: "twilio", mode: "error", to: "+44*20" },
    "to",
    "to must be an address or a number, or a prefix that ends in *.",
  ],
  [
    { provider: "paddle", mode: "refuse-all" },
    "provider",
    "refuse-all works only with postmark and twilio.",
  ],
  [
    { provider: "postmark", mode: "error", probability: 2 },
    "probability",
    "probability must be a number above 0 and up to 1.",
  ],
  [
    { provider: "postmark", mode: "error", count: 0 },
    "count",
    "count must be a whole number between 1 and 1000000000.",
  ],
])("rejects %j with a clear message", async (fault, field, message) => {
  expect(await addFault(fault)).toEqual({ status: 400, body: { message, field } });
});
