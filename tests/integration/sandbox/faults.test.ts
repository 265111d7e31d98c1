import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { briefingMail, postmarkClient, startSandbox } from "./harness";

let dice = 0;
let setting: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  setting = await startSandbox({ random: () => dice });
});

afterEach(async () => {
  await setting.remove("/sandbox/faults");
  await setting.remove("/sandbox/messages");
});

afterAll(() => setting.stop());

const give = (fault: Record<string, unknown>) => setting.post("/sandbox/faults", fault);
const send = () => setting.mail.sendEmail(briefingMail("jane@example.com"));
const text = () =>
  setting.sms.messages.create({ to: "+14155550123", from: "+14155550100", body: "x" });
const total = async () => (await setting.get("/sandbox/messages/count?by=to")).body;

it("answers an error as often as it was told, and accepts nothing", async () => {
  await give({ provider: "postmark", mode: "error", status: 503, count: 2 });
  await expect(send()).rejects.toMatchObject({ statusCode: 503, code: 100 });
  expect((await setting.get("/sandbox/faults")).body).toMatchObject([{ count: 1, struck: 1 }]);
  await expect(send()).rejects.toMatchObject({ statusCode: 503 });
  expect((await setting.get("/sandbox/faults")).body).toEqual([]);
  expect(await total()).toEqual({ total: 0, distinct: 0, duplicates: [] });
  await send();
  expect(await total()).toEqual({ total: 1, distinct: 1, duplicates: [] });
});

it("answers a page of an edge instead of the provider's words", async () => {
  await give({ provider: "postmark", mode: "error", status: 403, body: "<h1>403 Forbidden</h1>" });
  const response = await fetch(`${setting.sandbox.url}/email`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-postmark-server-token": "sandbox-postmark-token",
    },
    body: JSON.stringify(briefingMail("jane@example.com")),
  });
  expect(response.status).toBe(403);
  expect(response.headers.get("content-type")).toBe("text/html");
  expect(await response.text()).toBe("<h1>403 Forbidden</h1>");
});

it("can refuse after it has accepted", async () => {
  await give({ provider: "twilio", mode: "error", accepts: true, count: 1 });
  await expect(text()).rejects.toMatchObject({ status: 500, code: 20500 });
  expect(await total()).toMatchObject({ total: 1 });
});

it("throttles with Retry-After in each provider's form", async () => {
  await give({ provider: "twilio", mode: "rate-limit", retryAfterS: 7 });
  await expect(text()).rejects.toMatchObject({ status: 429, code: 20429 });
  await give({ provider: "postmark", mode: "rate-limit" });
  await expect(send()).rejects.toMatchObject({ name: "RateLimitExceededError", statusCode: 429 });
  const response = await fetch(
    `${setting.sandbox.url}/2010-04-01/Accounts/AC00000000000000000000000000000000/Messages.json`,
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
  await give({ provider: "postmark", mode: "accept-then-drop", count: 1 });
  await expect(
    setting.mail.sendEmailBatch([briefingMail("a@example.com"), briefingMail("b@example.com")]),
  ).rejects.toMatchObject({ code: 0, statusCode: 0 });
  expect(await total()).toMatchObject({ total: 2 });
});

it("never answers and accepts nothing", async () => {
  await give({ provider: "postmark", mode: "timeout", count: 1 });
  const hasty = postmarkClient(setting.sandbox.url, "sandbox-postmark-token", 0.2);
  await expect(hasty.sendEmail(briefingMail("a@example.com"))).rejects.toMatchObject({
    code: 0,
    statusCode: 0,
  });
  expect(await total()).toMatchObject({ total: 0 });
});

it("accepts at once and answers late", async () => {
  await give({ provider: "postmark", mode: "slow", delayMs: 60_000, count: 1 });
  const hasty = postmarkClient(setting.sandbox.url, "sandbox-postmark-token", 0.3);
  await expect(hasty.sendEmail(briefingMail("a@example.com"))).rejects.toMatchObject({ code: 0 });
  expect(await total()).toMatchObject({ total: 1 });
  await give({ provider: "postmark", mode: "slow", delayMs: 1, count: 1 });
  expect(await send()).toMatchObject({ ErrorCode: 0 });
});

it("drips its answer byte by byte", async () => {
  await give({ provider: "postmark", mode: "drip", delayMs: 1, count: 1 });
  expect(await send()).toMatchObject({ ErrorCode: 0 });
});

it("strikes by chance, in the order given", async () => {
  await give({ provider: "postmark", mode: "error", status: 500, probability: 0.5 });
  await give({ provider: "postmark", mode: "error", status: 503 });
  dice = 0.4;
  await expect(send()).rejects.toMatchObject({ statusCode: 500 });
  dice = 0.6;
  await expect(send()).rejects.toMatchObject({ statusCode: 503 });
});

it("strikes sending alone unless told otherwise", async () => {
  await give({ provider: "postmark", mode: "error" });
  expect(await setting.mail.getOutboundMessages({ count: 1 })).toMatchObject({ TotalCount: 0 });
  await setting.remove("/sandbox/faults");
  await give({ provider: "postmark", mode: "error", endpoint: "search" });
  await send();
  await expect(setting.mail.getOutboundMessages({ count: 1 })).rejects.toMatchObject({
    statusCode: 500,
  });
  await setting.remove("/sandbox/faults");
  await give({ provider: "postmark", mode: "error", endpoint: "all", count: 2 });
  await expect(send()).rejects.toMatchObject({ statusCode: 500 });
  await expect(setting.mail.getOutboundMessages({ count: 1 })).rejects.toMatchObject({
    statusCode: 500,
  });
});

it.each([
  ["automation", "/automation", { phoneNumber: "+14155550123" }],
  ["forms", "/forms", { name: "Jane", email: "jane@example.com", message: "Hello" }],
  ["analytics", "/api/event", { name: "pageview", url: "http://localhost/", domain: "x" }],
])("strikes %s too", async (provider, path, body) => {
  await give({ provider, mode: "error", status: 502, count: 1 });
  expect((await setting.post(path, body)).status).toBe(502);
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
    "mode must be one of error, timeout, accept-then-drop, rate-limit, slow, drip.",
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
])("refuses %j in words", async (fault, field, message) => {
  expect(await give(fault)).toEqual({ status: 400, body: { message, field } });
});
