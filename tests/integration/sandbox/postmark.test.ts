import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { briefingEmail, postmarkClient, startSandbox, startService } from "./harness";

let service: Awaited<ReturnType<typeof startService>>;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  service = await startService({ status: 200 });
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

describe("sending", () => {
  it("accepts an email and lists it with every field", async () => {
    const response = await sandbox.mail.sendEmail({
      ...briefingEmail("jane@example.com"),
      Tag: "batch-1",
      Metadata: { delivery: "17" },
    });
    expect(response).toMatchObject({ To: "jane@example.com", ErrorCode: 0, Message: "OK" });
    expect(response.MessageID).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const { body } = await sandbox.get("/sandbox/messages?channel=email&to=JANE@example.com");
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        channel: "email",
        provider: "postmark",
        from: "Brand <briefing@brand.example>",
        to: "jane@example.com",
        subject: "Three headlines",
        text: "One story.\nhttps://brand.example/u/jane%40example.com",
        html: expect.stringContaining("https://brand.example/u/jane%40example.com"),
        headers: { "List-Unsubscribe": "<https://brand.example/u/jane%40example.com>" },
        metadata: { delivery: "17" },
        acceptedAt: response.SubmittedAt,
        tag: "batch-1",
        stream: "broadcast",
        messageId: response.MessageID,
      },
    ]);
  });

  it("returns one result per message in order and stores every body unchanged", async () => {
    const emails = Array.from({ length: 500 }, (_, index) =>
      briefingEmail(index === 7 ? "not an address" : `reader${index}@example.com`),
    );
    const results = await sandbox.mail.sendEmailBatch(emails);
    expect(results).toHaveLength(500);
    expect(results[6]).toMatchObject({ To: "reader6@example.com", ErrorCode: 0 });
    expect(results[7]).toEqual({
      ErrorCode: 300,
      Message: "Invalid 'To' address: 'not an address'.",
    });
    const { body } = await sandbox.get("/sandbox/messages");
    expect(body).toHaveLength(499);
    expect(body).toMatchObject(
      emails
        .filter((_, index) => index !== 7)
        .map(({ To, HtmlBody, TextBody }) => ({ to: To, html: HtmlBody, text: TextBody })),
    );
  });

  it("rejects a batch of more than 500 messages", async () => {
    const emails = Array.from({ length: 501 }, () => briefingEmail("jane@example.com"));
    await expect(sandbox.mail.sendEmailBatch(emails)).rejects.toMatchObject({
      statusCode: 422,
      code: 410,
    });
    expect((await sandbox.get("/sandbox/messages/count")).body).toMatchObject({ total: 0 });
  });

  it("rejects a wrong token with Postmark's error", async () => {
    const stranger = postmarkClient(sandbox.url, "wrong");
    await expect(stranger.sendEmail(briefingEmail("jane@example.com"))).rejects.toMatchObject({
      name: "InvalidAPIKeyError",
      statusCode: 401,
      code: 10,
    });
  });

  it.each([
    [{ From: "" }, "Invalid 'From' address: it is empty."],
    [{ To: "" }, "Zero recipients specified."],
    [{ HtmlBody: "", TextBody: "" }, "Provide either email TextBody or HtmlBody or both."],
    [{ Subject: "a\r\nBcc: b@example.com" }, "The 'Subject' must not contain line breaks."],
    [{ Headers: [{ Name: "X-A", Value: "a\nb" }] }, "Invalid header 'X-A'."],
    [
      { Metadata: { delivery: "x".repeat(81) } },
      "Metadata field 'delivery' is too long: names can have up to 20 characters, values up to 80.",
    ],
  ])("rejects %j", async (change, message) => {
    await expect(
      sandbox.mail.sendEmail(briefingEmail("jane@example.com", change)),
    ).rejects.toMatchObject({ statusCode: 422, code: 300, message });
  });
});

describe("search", () => {
  it("finds by tag and metadata, newest first, page by page", async () => {
    const batch = (tag: string) =>
      sandbox.mail.sendEmailBatch(
        [1, 2, 3].map((n) =>
          briefingEmail(`r${n}@example.com`, { Tag: tag, Metadata: { delivery: String(n) } }),
        ),
      );
    const sent = await batch("one");
    await batch("two");
    const found = await sandbox.mail.getOutboundMessages({ tag: "one", count: 2, offset: 0 });
    expect(found.TotalCount).toBe(3);
    expect(found.Messages).toMatchObject([
      {
        MessageID: sent[2]?.MessageID,
        Tag: "one",
        To: [{ Email: "r3@example.com", Name: "" }],
        Cc: [],
        Bcc: [],
        Recipients: ["r3@example.com"],
        From: "Brand <briefing@brand.example>",
        Subject: "Three headlines",
        Status: "Sent",
        Metadata: { delivery: "3" },
        MessageStream: "broadcast",
      },
      { MessageID: sent[1]?.MessageID },
    ]);
    const one = await sandbox.mail.getOutboundMessages({ metadata_delivery: "1", tag: "one" });
    expect(one.Messages.map((message) => message.MessageID)).toEqual([sent[0]?.MessageID]);
    const details = await sandbox.mail.getOutboundMessageDetails(sent[0]?.MessageID ?? "");
    expect(details).toMatchObject({ TextBody: expect.stringContaining("One story.") });
  });

  it("searches up to 10,000 messages deep and no longer finds deleted ones", async () => {
    await sandbox.mail.sendEmail(briefingEmail("jane@example.com", { Tag: "gone" }));
    await expect(
      sandbox.mail.getOutboundMessages({ count: 500, offset: 9_501 }),
    ).rejects.toMatchObject({ statusCode: 422, code: 700 });
    expect((await sandbox.remove("/sandbox/messages")).body).toEqual({ deleted: 1 });
    expect(await sandbox.mail.getOutboundMessages({ tag: "gone" })).toEqual({
      TotalCount: 0,
      Messages: [],
    });
  });
});

describe("events", () => {
  it("sends a hard bounce with Postmark's fields and deactivates the address", async () => {
    const sent = await sandbox.mail.sendEmail(briefingEmail("jane@example.com", { Tag: "t" }));
    const response = await sandbox.post("/sandbox/postmark/event", {
      type: "Bounce",
      email: "jane@example.com",
    });
    expect(response).toMatchObject({ status: 200, body: { status: 200 } });
    const [call] = service.received;
    expect(call?.url).toBe("/api/webhooks/postmark");
    expect(call?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from("postmark:sandbox-postmark-password").toString("base64")}`,
      "x-pm-webhook-trace-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(JSON.parse(call?.body ?? "")).toMatchObject({
      RecordType: "Bounce",
      Type: "HardBounce",
      TypeCode: 1,
      MessageID: sent.MessageID,
      Email: "jane@example.com",
      Inactive: true,
      CanActivate: true,
      MessageStream: "broadcast",
      Subject: "Three headlines",
      Tag: "t",
    });
    await expect(sandbox.mail.sendEmail(briefingEmail("jane@example.com"))).rejects.toMatchObject({
      code: 406,
      recipients: ["jane@example.com"],
    });
    const [result] = await sandbox.mail.sendEmailBatch([briefingEmail("jane@example.com")]);
    expect(result?.ErrorCode).toBe(406);
    await sandbox.mail.deleteSuppressions("broadcast", {
      Suppressions: [{ EmailAddress: "jane@example.com" }],
    });
    const again = await sandbox.mail.sendEmail(briefingEmail("jane@example.com"));
    expect(again.ErrorCode).toBe(0);
  });

  it.each([
    ["Delivery", { DeliveredAt: expect.any(String), Recipient: "j@example.com" }],
    ["SpamComplaint", { Type: "SpamComplaint", TypeCode: 100001, CanActivate: false }],
    ["SubscriptionChange", { SuppressSending: true, Origin: "Recipient" }],
    ["Open", { FirstOpen: true, UserAgent: expect.any(String) }],
    ["Click", { OriginalLink: expect.any(String), ClickLocation: "HTML" }],
  ])("sends a %s webhook", async (type, fields) => {
    await sandbox.post("/sandbox/postmark/event", { type, email: "j@example.com" });
    expect(JSON.parse(service.received[0]?.body ?? "")).toMatchObject({
      RecordType: type,
      ...fields,
    });
  });

  it("names the field that isn't valid", async () => {
    expect(await sandbox.post("/sandbox/postmark/event", { type: "Bounce" })).toEqual({
      status: 400,
      body: { message: "email must be an address such as jane@example.com.", field: "email" },
    });
  });
});
