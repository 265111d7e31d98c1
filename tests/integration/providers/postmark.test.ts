import type { MailMessage, MailProvider } from "@/lib/domain/ports/mail";
import { createPostmarkClient } from "@/lib/providers/postmark/client";
import { useForFile } from "@/tests/support/use-for-file";
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { findClosedPort, openGuard, startSandbox, unclearAnswers } from "./sandbox-harness";

const harness = useForFile(() => startSandbox());

afterEach(() => harness.reset());

function client(
  options: { apiUrl?: string; serverToken?: string; timeoutMs?: number } = {},
): MailProvider {
  return createPostmarkClient({
    serverToken: harness.sandbox.credentials.postmark.serverToken,
    apiUrl: harness.url,
    from: "Threeline <briefing@threeline.example>",
    replyTo: "support@threeline.example",
    ...options,
  });
}

function mail(to: string): MailMessage {
  return {
    to,
    subject: "Three headlines — “Monday”",
    html: "<p>Hello</p>",
    text: "Hello",
    headers: { "List-Unsubscribe": "<https://t.example/u>" },
    metadata: { delivery: `email:2026-11-23:${to.replaceAll(/\D/g, "") || "1"}` },
  };
}

function mails(count: number): MailMessage[] {
  return Array.from({ length: count }, (_, index) => mail(`reader${index + 1}@example.com`));
}

async function send(messages: MailMessage[], options: { tag?: string; timeoutMs?: number } = {}) {
  const { tag = randomUUID(), ...settings } = options;
  return client(settings).sendBatch(messages, { stream: "broadcast", tag });
}

describe("a working Postmark", () => {
  it("accepts 500 emails in one call and finds them by their tag", async () => {
    const tag = randomUUID();
    const outcome = await send(mails(500), { tag });
    if (outcome.state !== "answered") throw new Error(outcome.detail);
    expect(outcome.results).toHaveLength(500);
    expect(outcome.results.every((result) => result.state === "accepted")).toBe(true);
    const found = await client().findByTag(tag);
    expect(found).toHaveLength(500);
    expect(new Set(found.map(({ metadata }) => metadata["delivery"])).size).toBe(500);
    const [first] = outcome.results;
    expect(first?.state === "accepted" && found.map((each) => each.providerMessageId)).toContain(
      first?.state === "accepted" && first.providerMessageId,
    );
    expect(await client().findByTag(randomUUID())).toEqual([]);
  });

  it("gets every field of an email, on the right stream", async () => {
    await send([mail("reader1@example.com")]);
    const tag = randomUUID();
    await client().sendBatch([mail("reader2@example.com")], { stream: "transactional", tag });
    const [broadcast, transactional] = await harness.messages("email");
    expect(broadcast).toMatchObject({
      from: "Threeline <briefing@threeline.example>",
      to: "reader1@example.com",
      subject: "Three headlines — “Monday”",
      html: "<p>Hello</p>",
      text: "Hello",
      headers: {
        "Reply-To": "support@threeline.example",
        "List-Unsubscribe": "<https://t.example/u>",
      },
      metadata: { delivery: "email:2026-11-23:1" },
    });
    expect(transactional).toMatchObject({ to: "reader2@example.com" });
    expect(await client().findByTag(tag)).toHaveLength(1);
  });

  it("isn't called without emails", async () => {
    expect(await send([])).toEqual({ state: "answered", results: [] });
  });
});

describe("mixed results", () => {
  it("refuse only the bad and inactive addresses", async () => {
    const { postmark } = harness.sandbox.credentials;
    await fetch(`${harness.url}/message-streams/broadcast/suppressions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-postmark-server-token": postmark.serverToken,
      },
      body: JSON.stringify({ Suppressions: [{ EmailAddress: "gone@example.com" }] }),
    });
    const to = ["reader1@example.com", "not an address", "gone@example.com", "reader2@example.com"];
    const outcome = await send(to.map(mail));
    expect(outcome).toMatchObject({
      state: "answered",
      results: [
        { state: "accepted" },
        { state: "refused", reason: "invalid_address" },
        { state: "refused", reason: "inactive_recipient" },
        { state: "accepted" },
      ],
    });
    expect(await harness.count("email")).toMatchObject({ total: 2, distinct: 2 });
  });

  it("send a call that was refused as a whole again in halves", async () => {
    const body = JSON.stringify({ ErrorCode: 300, Message: "Invalid 'To' address: 'x'." });
    await harness.fault({ provider: "postmark", mode: "error", status: 422, body, count: 3 });
    const outcome = await send(mails(8));
    if (outcome.state !== "answered") throw new Error(outcome.detail);
    // The whole, the first half, and the first quarter are refused; the pieces after that succeed.
    expect(outcome.results.map((result) => result.state)).toEqual(
      Array.from({ length: 8 }, () => "accepted"),
    );
    expect(await harness.count("email")).toMatchObject({ total: 8, distinct: 8 });
  });

  it("refuse an email that fails on its own, and send the others", async () => {
    const body = JSON.stringify({ ErrorCode: 300, Message: "Invalid 'To' address: 'x'." });
    await harness.fault({ provider: "postmark", mode: "error", status: 422, body, count: 3 });
    const outcome = await send(mails(3));
    expect(outcome).toMatchObject({
      state: "answered",
      results: [
        { state: "refused", reason: "invalid_address" },
        { state: "accepted" },
        { state: "accepted" },
      ],
    });
    expect(await harness.count("email")).toMatchObject({ total: 2, distinct: 2 });
  });

  it("split a call that would be over 50 MB", async () => {
    const html = "x".repeat(4_000_000);
    const large = mails(14).map((each) => ({ ...each, html }));
    expect(await send(large)).toMatchObject({ state: "answered" });
    expect(await harness.count("email")).toMatchObject({ total: 14, distinct: 14 });
  });
});

describe("nothing was accepted", () => {
  it("when we send too fast, with the time to wait", async () => {
    await harness.fault({ provider: "postmark", mode: "rate-limit", retryAfterS: 7, count: 1 });
    expect(await send(mails(3))).toMatchObject({ state: "throttled", retryAfterMs: 7_000 });
  });

  it("when our key is rejected", async () => {
    const outcome = await client({ serverToken: "rotated away" }).sendBatch(mails(2), {
      stream: "broadcast",
      tag: "t",
    });
    expect(outcome).toMatchObject({ state: "unauthorized" });
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
      const sending = client().sendBatch(mails(2), { stream: "broadcast", tag: "t", guard });
      await expect(sending).rejects.toBe(fence);
      expect(await harness.count("email")).toMatchObject({ total: 0 });
    },
  );

  it("when the guard stops the second half, as an unknown outcome", async () => {
    const body = JSON.stringify({ ErrorCode: 300, Message: "Invalid 'To' address: 'x'." });
    await harness.fault({ provider: "postmark", mode: "error", status: 422, body, count: 1 });
    let calls = 0;
    const check = () => {
      calls += 1;
      if (calls === 3) throw new Error("the fence fell");
    };
    const guard = { ...openGuard, check };
    const tag = randomUUID();
    expect(await client().sendBatch(mails(4), { stream: "broadcast", tag, guard })).toMatchObject({
      state: "unknown",
    });
    expect(await client().findByTag(tag)).toHaveLength(2);
  });
});

describe("the outcome is unknown", () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ...unclearAnswers,
    [
      "a web page with 401 from an edge",
      { mode: "error", status: 401, body: "<html>Login</html>" },
      false,
    ],
    [
      "a web page with 200",
      { mode: "error", status: 200, body: "<html>Hi</html>", accepts: true },
      true,
    ],
    [
      "JSON cut off",
      {
        mode: "error",
        status: 200,
        body: '[{"ErrorCode":0,"Message":"OK"',
        contentType: "application/json",
        accepts: true,
      },
      true,
    ],
    [
      "too few results",
      { mode: "error", status: 200, body: '[{"ErrorCode":406,"Message":"x"}]' },
      false,
    ],
    ["a redirect", { mode: "error", status: 302 }, false],
    ["408", { mode: "error", status: 408 }, false],
  ])("%s", async (_name, fault, isTaken) => {
    await harness.fault({ provider: "postmark", count: 1, ...fault });
    const tag = randomUUID();
    expect(await send(mails(3), { tag })).toMatchObject({ state: "unknown" });
    expect(await client().findByTag(tag)).toHaveLength(isTaken ? 3 : 0);
  });

  it("without a response before the timeout", async () => {
    await harness.fault({ provider: "postmark", mode: "timeout", count: 1 });
    expect(await send(mails(3), { timeoutMs: 200 })).toMatchObject({ state: "unknown" });
  });

  it("with a response that trickles in byte by byte", async () => {
    await harness.fault({ provider: "postmark", mode: "drip", delayMs: 50, count: 1 });
    expect(await send(mails(3), { timeoutMs: 2_000 })).toMatchObject({ state: "unknown" });
    expect(await harness.count("email")).toMatchObject({ total: 3 });
  });

  it("with nothing listening", async () => {
    const apiUrl = await findClosedPort();
    const outcome = await client({ apiUrl }).sendBatch(mails(1), { stream: "broadcast", tag: "t" });
    expect(outcome).toMatchObject({
      state: "unknown",
      detail: expect.stringContaining("ECONNREFUSED"),
    });
  });

  it("when the host name can't be resolved", async () => {
    const apiUrl = "http://postmark.invalid";
    const outcome = await client({ apiUrl }).sendBatch(mails(1), { stream: "broadcast", tag: "t" });
    expect(outcome).toMatchObject({ state: "unknown" });
  });
});

it("waits for a slow Postmark", async () => {
  await harness.fault({ provider: "postmark", mode: "slow", delayMs: 300, count: 1 });
  expect(await send(mails(2))).toMatchObject({ state: "answered" });
});

describe("an unreliable search result throws", () => {
  it.each([
    ["500", { mode: "error", status: 500 }, "There was a problem"],
    ["a web page", { mode: "error", status: 200, body: "<html>Hi</html>" }, "expected object"],
    [
      "half a list",
      { mode: "error", status: 200, body: '{"TotalCount":3,"Messages":[]}' },
      "Postmark's search returned only part of its results",
    ],
    ["429", { mode: "rate-limit" }, "Rate limit exceeded."],
  ])("%s", async (_name, fault, message) => {
    await harness.fault({ provider: "postmark", endpoint: "search", ...fault });
    await expect(client().findByTag("t")).rejects.toThrow(message);
  });
});
