import type { SmsProvider } from "@/lib/domain/ports/sms";
import { createTwilioAccount } from "@/lib/providers/twilio/account";
import { createTwilioClient } from "@/lib/providers/twilio/client";
import { startTestSandbox } from "@/tests/support/start-service";
import { useForFile } from "@/tests/support/use-for-file";
import { afterEach, describe, expect, it } from "vitest";
import { findClosedPort, openGuard, startSandbox, unclearAnswers } from "./sandbox-harness";

const phone = "+14155552671";
const longAgo = new Date("2020-01-01T00:00:00Z");

const harness = useForFile(() => startSandbox());

afterEach(() => harness.reset());

function client(
  options: { apiUrl?: string; authToken?: string; timeoutMs?: number } = {},
): SmsProvider {
  const { accountSid, authToken, from } = harness.sandbox.credentials.twilio;
  return createTwilioClient({
    accountSid,
    authToken,
    from,
    apiUrl: harness.url,
    messagingServiceSid: undefined,
    statusCallbackUrl: "http://127.0.0.1:1/api/webhooks/twilio/status",
    ...options,
  });
}

describe("test credentials", () => {
  it("send nothing, so that there is nothing to find, and no reply", async () => {
    const { sandbox, url, close } = await startTestSandbox(undefined, { from: "+15005550006" });
    const { accountSid, authToken, from } = sandbox.credentials.twilio;
    const settings = { accountSid, authToken, from, apiUrl: url, messagingServiceSid: undefined };
    const test = createTwilioClient({
      ...settings,
      statusCallbackUrl: "http://127.0.0.1:1/api/webhooks/twilio/status",
    });
    expect(await test.send({ to: phone, body: "Three headlines" })).toMatchObject({
      state: "accepted",
    });
    expect(await test.findByRecipient(phone, longAgo)).toEqual([]);
    expect(await test.listReplies(longAgo)).toEqual([]);
    const sent = [];
    for await (const text of test.listSent(longAgo)) sent.push(text);
    expect(sent).toEqual([]);
    // Twilio refuses everything else.
    await expect(createTwilioAccount(settings).readAccount()).rejects.toMatchObject({
      status: 403,
      code: 20_008,
    });
    await close();
  });
});

describe("a messaging service", () => {
  it("sends, and lists what was sent and the replies to its numbers", async () => {
    const messagingServiceSid = "MG0123456789abcdef0123456789abcdef";
    const { sandbox, url, control, close } = await startTestSandbox(undefined, {
      messagingServiceSid,
    });
    const { accountSid, authToken } = sandbox.credentials.twilio;
    const service = createTwilioClient({
      accountSid,
      authToken,
      messagingServiceSid,
      apiUrl: url,
      from: "+15005550006",
      statusCallbackUrl: "http://127.0.0.1:1/api/webhooks/twilio/status",
    });
    await service.send({ to: phone, body: "Three headlines" });
    // Nobody listens for its webhook.
    await control("POST", "/sandbox/twilio/inbound", { from: phone, body: "Stop." }).catch(
      () => undefined,
    );
    const sent = [];
    for await (const text of service.listSent(longAgo)) sent.push(text);
    expect(sent).toMatchObject([{ number: phone, body: "Three headlines" }]);
    expect(await service.listReplies(longAgo)).toMatchObject([{ number: phone, body: "Stop." }]);
    await close();
  });
});

describe("a working Twilio", () => {
  it("accepts a text and finds it by its number", async () => {
    const body = "Three headlines & “more” + 100% 🚀\nRead: https://t.example/r/aa";
    const sent = await client().send({
      to: phone,
      body,
      validityS: 2_700,
      deliveryId: "sms:2026-11-23:1",
    });
    if (sent.state !== "accepted") throw new Error(sent.detail);
    expect(sent.providerMessageId).toMatch(/^SM[0-9a-f]{32}$/);
    const [found, ...others] = await client().findByRecipient(phone, new Date(Date.now() - 1_000));
    expect(found).toMatchObject({ providerMessageId: sent.providerMessageId, body });
    expect(others).toEqual([]);
    expect(await client().findByRecipient("+14155552672", longAgo)).toEqual([]);
  });

  it("lists texts since an instant, newest first", async () => {
    for (const body of ["first", "second"]) await client().send({ to: phone, body });
    const found = await client().findByRecipient(phone, longAgo);
    expect(found.map((text) => text.body)).toHaveLength(2);
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(await client().findByRecipient(phone, tomorrow)).toEqual([]);
  });

  it("reuses its connection for the next text", async () => {
    const sockets = new Set<unknown>();
    const note = (socket: unknown) => sockets.add(socket);
    const { server } = harness.sandbox.app;
    server.on("connection", note);
    for (let index = 0; index < 5; index += 1)
      await client().send({ to: phone, body: `no. ${index}` });
    server.off("connection", note);
    expect(sockets.size).toBeLessThanOrEqual(1);
  });
});

describe("a permanently refused text", () => {
  it.each([
    ["+16135550101", "invalid_number"],
    ["+16135550109", "invalid_number"],
    ["+16135550110", "landline"],
    ["+16135550104", "opted_out"],
    ["+16135550103", "rejected"],
  ])("to %s: %s", async (to, reason) => {
    expect(await client().send({ to, body: "hello" })).toMatchObject({ state: "refused", reason });
  });

  it("over 1,600 characters", async () => {
    const body = "x".repeat(1_601);
    expect(await client().send({ to: phone, body })).toMatchObject({
      state: "refused",
      reason: "rejected",
    });
  });
});

describe("nothing was accepted", () => {
  it("when we send too fast, with the time to wait", async () => {
    await harness.fault({ provider: "twilio", mode: "rate-limit", retryAfterS: 2, count: 1 });
    expect(await client().send({ to: phone, body: "hello" })).toMatchObject({
      state: "throttled",
      retryAfterMs: 2_000,
    });
  });

  it("when our key is rejected", async () => {
    expect(
      await client({ authToken: "rotated away" }).send({ to: phone, body: "hello" }),
    ).toMatchObject({
      state: "unauthorized",
    });
  });

  it.each(["confirm", "check"])(
    "when the guard's %s throws, and its error is rethrown",
    async (name) => {
      const fence = new Error("the fence fell");
      const guard = {
        ...openGuard,
        [name]: () => {
          throw fence;
        },
      };
      await expect(client().send({ to: phone, body: "hello" }, { guard })).rejects.toBe(fence);
      expect(await harness.count("sms")).toMatchObject({ total: 0 });
    },
  );

  it("per call: each concurrent call has its own guard", async () => {
    const sms = client();
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        sms.send(
          { to: phone, body: `no. ${index}` },
          {
            guard: {
              ...openGuard,
              check() {
                if (index % 2 === 0) throw new Error(`held back ${index}`);
              },
            },
          },
        ),
      ),
    );
    expect(calls.map((call) => call.status)).toEqual(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "rejected" : "fulfilled")),
    );
    expect(await harness.count("sms")).toMatchObject({ total: 10 });
  });
});

describe("the outcome is unknown", () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ...unclearAnswers,
    [
      "a web page with 201",
      { mode: "error", status: 201, body: "<html>Hi</html>", accepts: true },
      true,
    ],
    [
      "JSON cut off",
      {
        mode: "error",
        status: 201,
        body: '{"sid":"SM',
        contentType: "application/json",
        accepts: true,
      },
      true,
    ],
    [
      "a created text without an id",
      { mode: "error", status: 201, body: "{}", accepts: true },
      true,
    ],
    ["503", { mode: "error", status: 503 }, false],
  ])("%s", async (_name, fault, isTaken) => {
    await harness.fault({ provider: "twilio", count: 1, ...fault });
    expect(await client().send({ to: phone, body: "hello" })).toMatchObject({ state: "unknown" });
    expect(await client().findByRecipient(phone, longAgo)).toHaveLength(isTaken ? 1 : 0);
  });

  it("without a response before the timeout", async () => {
    await harness.fault({ provider: "twilio", mode: "timeout", count: 1 });
    expect(await client({ timeoutMs: 200 }).send({ to: phone, body: "hello" })).toMatchObject({
      state: "unknown",
    });
  });

  it("with a response that trickles in byte by byte", async () => {
    await harness.fault({ provider: "twilio", mode: "drip", delayMs: 50, count: 1 });
    expect(await client({ timeoutMs: 2_000 }).send({ to: phone, body: "hello" })).toMatchObject({
      state: "unknown",
    });
    expect(await harness.count("sms")).toMatchObject({ total: 1 });
  });

  it("with nothing listening", async () => {
    const apiUrl = await findClosedPort();
    expect(await client({ apiUrl }).send({ to: phone, body: "hello" })).toMatchObject({
      state: "unknown",
      detail: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

it("waits for a slow Twilio", async () => {
  await harness.fault({ provider: "twilio", mode: "slow", delayMs: 300, count: 1 });
  expect(await client().send({ to: phone, body: "hello" })).toMatchObject({ state: "accepted" });
});

describe("an unreliable list throws", () => {
  it.each([
    ["500", { mode: "error", status: 500 }, "An internal server error has occurred"],
    ["a web page", { mode: "error", status: 200, body: "<html>Hi</html>" }, "null"],
    ["something else", { mode: "error", status: 200, body: "{}" }, "Page Records"],
    ["429", { mode: "rate-limit" }, "Too Many Requests"],
  ])("%s", async (_name, fault, message) => {
    await harness.fault({ provider: "twilio", endpoint: "search", ...fault });
    await expect(client().findByRecipient(phone, longAgo)).rejects.toThrow(message);
  });
});

describe("segments", () => {
  it.each([
    ["160 plain characters", "a".repeat(160), 1],
    ["161 plain characters", "a".repeat(161), 2],
    ["306 plain characters", "a".repeat(306), 2],
    ["307 plain characters", "a".repeat(307), 3],
    ["80 euro signs, which count two", "€".repeat(80), 1],
    ["81 euro signs", "€".repeat(81), 2],
    ["70 characters with one curly quote", `“${"a".repeat(69)}`, 1],
    ["71 characters with one curly quote", `“${"a".repeat(70)}`, 2],
    ["an emoji and right-to-left text", "📈 שלום", 1],
  ])("%s", (_name, body, segments) => {
    expect(client().countSegments(body)).toBe(segments);
  });
});
