import { randomUUID } from "node:crypto";
import { POST } from "@/app/api/webhooks/postmark/route";
import { callDocumented } from "@/tests/support/api-reference";
import { useForFile } from "@/tests/support/use-for-file";
import { beforeEach, describe, expect, it } from "vitest";
import { createHarness, postmarkRequest } from "./harness";

const harness = useForFile(() => createHarness());
let serial = 0;

beforeEach(() => harness.setTime("2026-11-23T14:00:00Z"));

async function addSubscriber(
  state?: string,
): Promise<{ id: number; email: string; delivery: string }> {
  serial += 1;
  const email = `Reader.${serial}@Example.com`;
  const id = await harness.addSubscriber({ email });
  await harness.addDelivery("email", id, state);
  return { id, email, delivery: `email:2026-11-23:${id}` };
}

function event(kind: string, fields: Record<string, unknown>) {
  serial += 1;
  return {
    RecordType: kind,
    MessageID: `message-${serial}`,
    MessageStream: "broadcast",
    ...fields,
  };
}

async function storedEvents(kind?: string): Promise<number> {
  return harness.ctx.db.webhookEvent.count({
    where: { source: "postmark", ...(kind && { kind }) },
  });
}

async function post(
  body: Record<string, unknown> | string,
  headers?: Record<string, string | undefined>,
): Promise<number> {
  const response = await callDocumented(POST, postmarkRequest(body, headers));
  return response.status;
}

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString("base64")}`;
}

function change(email: string, suppress: boolean, changedAt: string): Promise<number> {
  return post(
    event("SubscriptionChange", {
      Recipient: email,
      SuppressSending: suppress,
      SuppressionReason: suppress ? "ManualSuppression" : null,
      ChangedAt: changedAt,
    }),
  );
}

describe("authentication", () => {
  it.each([
    ["no password", undefined],
    ["another password", basic("postmark:guess")],
    ["another name", basic("root:secret-of-the-webhook")],
    ["an empty one", basic(":")],
    ["another scheme", "Bearer secret-of-the-webhook"],
    ["something broken", "Basic ###"],
  ])("rejects %s and stores nothing", async (_name, authorization) => {
    const before = await storedEvents();
    const response = await callDocumented(
      POST,
      postmarkRequest(event("Delivery", { Recipient: "a@b.example" }), { authorization }),
    );
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      message: "The signature or password is missing or wrong.",
    });
    expect(await storedEvents()).toBe(before);
  });

  it("rejects a body over 1 MB and other content types", async () => {
    const before = await storedEvents();
    expect(await post("x".repeat(1024 * 1024 + 1))).toBe(413);
    expect(await post(event("Delivery", {}), { "content-type": "text/plain" })).toBe(415);
    expect(await storedEvents()).toBe(before);
  });
});

describe("the status of an email", () => {
  it("only moves forward, in whatever order the reports arrive", async () => {
    const { id, email, delivery } = await addSubscriber();
    const report = (kind: string, fields: Record<string, unknown>) =>
      post(event(kind, { Metadata: { delivery }, ...fields }));
    expect(await report("Bounce", { Email: email, Type: "Transient", Inactive: false })).toBe(200);
    expect(await harness.providerStatusOf("email", id)).toBe("deferred");
    await report("Open", { Recipient: email, ReceivedAt: "2026-11-23T13:50:00Z" });
    expect(await harness.providerStatusOf("email", id)).toBe("delivered");
    await report("Bounce", { Email: email, Type: "Transient", Inactive: false });
    expect(await harness.providerStatusOf("email", id)).toBe("delivered");
    await report("SpamComplaint", { Email: email, Type: "SpamComplaint", Inactive: true });
    await report("Delivery", { Recipient: email, DeliveredAt: "2026-11-23T13:45:00Z" });
    expect(await harness.providerStatusOf("email", id)).toBe("complained");
  });

  it.each(["pending", "missed"])(
    "that was %s counts as accepted once Postmark reports on it",
    async (state) => {
      const { id, email, delivery } = await addSubscriber(state);
      const body = event("Delivery", { Recipient: email, Metadata: { delivery } });
      expect(await post(body)).toBe(200);
      await harness.applyReports();
      expect(
        await harness.ctx.db.delivery.findFirstOrThrow({ where: { subscriberId: id } }),
      ).toMatchObject({
        state: "accepted",
        reason: null,
        providerMessageId: body.MessageID,
        providerStatus: "delivered",
        finalizedAt: new Date("2026-11-23T14:00:00Z"),
      });
    },
  );

  it("that was refused or excluded stays so, whatever is reported", async () => {
    for (const state of ["failed", "excluded"]) {
      const { id, email, delivery } = await addSubscriber(state);
      await post(event("Delivery", { Recipient: email, Metadata: { delivery } }));
      await harness.applyReports();
      const row = await harness.ctx.db.delivery.findFirstOrThrow({ where: { subscriberId: id } });
      expect(row.state).toBe(state);
    }
  });

  it("becomes soft-bounced without a suppression", async () => {
    const { id, email, delivery } = await addSubscriber();
    await post(
      event("Bounce", {
        ID: 1,
        Email: email,
        Type: "SoftBounce",
        Inactive: false,
        Metadata: { delivery },
      }),
    );
    expect(await harness.providerStatusOf("email", id)).toBe("soft_bounced");
    expect(await harness.suppressionOf("email", email.toLowerCase())).toBeNull();
  });

  it.each([
    ["HardBounce", true, "hard_bounce"],
    ["BadEmailAddress", false, "hard_bounce"],
    ["Blocked", true, "hard_bounce"],
    ["Blocked", false, null],
    ["SpamNotification", false, null],
    ["ManuallyDeactivated", true, "manual"],
  ])(
    "after a bounce of type %s (inactive: %s) leads to the suppression %s",
    async (type, inactive, reason) => {
      const { email } = await addSubscriber();
      await post(event("Bounce", { ID: 2, Email: email, Type: type, Inactive: inactive }));
      expect(await harness.suppressionOf("email", email.toLowerCase())).toBe(reason);
    },
  );

  it("suppresses addresses that no subscriber has", async () => {
    expect(await post(event("SpamComplaint", { Email: "Stranger@Example.com" }))).toBe(200);
    expect(await harness.suppressionOf("email", "stranger@example.com")).toBe("spam_complaint");
  });

  it("ignores delivery IDs that aren't ours", async () => {
    const { email } = await addSubscriber();
    const Metadata = { delivery: "email:2026-11-23:1 OR true" };
    expect(await post(event("Delivery", { Recipient: email, Metadata }))).toBe(200);
  });
});

describe("Postmark's own suppression list", () => {
  it("adds and lifts suppressions", async () => {
    const { email } = await addSubscriber();
    await change(email, true, "2026-11-23T13:00:00Z");
    expect(await harness.suppressionOf("email", email.toLowerCase())).toBe("manual");
    await change(email, false, "2026-11-23T13:10:00Z");
    expect(await harness.suppressionOf("email", email.toLowerCase())).toBeNull();
  });

  it("applies changes by when they happened, not when they arrived", async () => {
    const { email } = await addSubscriber();
    await change(email, false, "2026-11-23T13:10:00Z");
    await change(email, true, "2026-11-23T13:00:00Z");
    expect(await harness.suppressionOf("email", email.toLowerCase())).toBeNull();
    await change(email, true, "2026-11-23T13:20:00Z");
    await change(email, false, "2026-11-23T13:15:00Z");
    expect(await harness.suppressionOf("email", email.toLowerCase())).toBe("manual");
  });

  it("treats a date in the future as now", async () => {
    const { email } = await addSubscriber();
    await change(email, true, "2031-01-01T00:00:00Z");
    await harness.setTime("2026-11-23T14:05:00Z");
    await change(email, false, "2026-11-23T14:04:00Z");
    expect(await harness.suppressionOf("email", email.toLowerCase())).toBeNull();
  });

  it("doesn't lift suppressions from an operator or a STOP", async () => {
    const { email } = await addSubscriber();
    const address = email.toLowerCase();
    await harness.ctx.db.suppression.create({
      data: { channel: "email", address, reason: "manual", source: "operator" },
    });
    await change(email, false, "2026-11-23T13:10:00Z");
    expect(await harness.suppressionOf("email", address)).toBe("manual");
  });

  it("doesn't replace a stronger reason", async () => {
    const { email } = await addSubscriber();
    await post(event("SpamComplaint", { Email: email }));
    await post(event("Bounce", { Email: email, Type: "HardBounce" }));
    expect(await harness.suppressionOf("email", email.toLowerCase())).toBe("spam_complaint");
  });
});

describe("a repeated event", () => {
  it("is applied once, also when it arrives concurrently", async () => {
    const { email } = await addSubscriber();
    const body = event("SpamComplaint", { Email: email });
    const headers = { "x-pm-webhook-trace-id": `trace-${serial}` };
    const before = await storedEvents();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(body, headers)));
    expect(answers).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await storedEvents()).toBe(before + 1);
    const subject = `email:${email.toLowerCase()}`;
    expect(await harness.ctx.db.auditEvent.count({ where: { subject } })).toBe(1);
  });

  it("without a trace ID is recognized by its message and kind", async () => {
    const { email } = await addSubscriber();
    const body = event("Delivery", { Recipient: email });
    const before = await storedEvents();
    expect([await post(body), await post(body)]).toEqual([200, 200]);
    expect(await storedEvents()).toBe(before + 1);
  });
});

describe("an unusable event", () => {
  it("of an unknown kind is stored and ignored", async () => {
    expect(await post(event("Teleported", { Recipient: "a@b.example" }))).toBe(200);
    const [stored] = await harness.ctx.db.webhookEvent.findMany({ where: { kind: "Teleported" } });
    expect(stored).toMatchObject({ source: "postmark", appliedAt: null });
  });

  it.each([
    ["a bounce without an address", { RecordType: "Bounce", MessageID: "b-1", Type: "HardBounce" }],
    ["a change that says nothing", { RecordType: "SubscriptionChange", Recipient: "a@b.example" }],
  ])("(%s) is stored, because Postmark never retries after a 4xx", async (_name, body) => {
    const before = await storedEvents(body.RecordType);
    expect(await post(body)).toBe(200);
    expect(await storedEvents(body.RecordType)).toBe(before + 1);
  });

  it.each([
    ["not JSON", "not json"],
    ["a list", "[]"],
    ["null", "null"],
    ["an empty object", "{}"],
    ["another type", '{"RecordType":7}'],
    ["a character that the database can’t store", '{"RecordType":"Bounce\0"'],
    ["deep nesting", `{"RecordType":"Open","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["an endless id", `{"RecordType":"Open","MessageID":"${"x".repeat(20_000)}"}`],
  ])("keeps an unreadable body: %s", async (_name, body) => {
    const before = await storedEvents("unreadable");
    expect(await post(body)).toBe(200);
    expect(await storedEvents("unreadable")).toBe(before + 1);
  });

  it.each([
    ["an address that is too long", { Email: `${"a".repeat(4_000)}@example.com` }],
    ["an ID that is too long", { MessageID: "m".repeat(4_000) }],
    ["a time before the calendar began", { BouncedAt: "-271821-04-20T00:00:00Z" }],
  ])("is stored without effect with %s", async (_name, fields) => {
    const before = await storedEvents();
    const body = event("Bounce", { Email: "b@example.com", Type: "HardBounce" });
    expect(await post({ ...body, MessageID: randomUUID(), ...fields })).toBe(200);
    expect(await storedEvents()).toBe(before + 1);
  });

  it("can contain characters that the database can't store", async () => {
    const { email } = await addSubscriber();
    const body = event("Bounce", { Email: email, Type: "HardBounce", Description: "a\0b\uD800c" });
    expect(await post({ ...body, "na\0me": 1, MessageID: `nul-\0-${email}` })).toBe(200);
    expect(await harness.suppressionOf("email", email.toLowerCase())).toBe("hard_bounce");
  });
});

it("returns 500, stores nothing, and applies the retry when applying failed", async () => {
  const { id, email, delivery } = await addSubscriber();
  const body = event("Bounce", { Email: email, Type: "HardBounce", Metadata: { delivery } });
  const before = await storedEvents();
  await harness.pool.query("ALTER TABLE suppressions RENAME TO suppressions_elsewhere");
  expect(await post(body)).toBe(500);
  expect(await storedEvents()).toBe(before);
  expect(await harness.providerStatusOf("email", id)).toBeNull();
  await harness.pool.query("ALTER TABLE suppressions_elsewhere RENAME TO suppressions");
  expect(await post(body)).toBe(200);
  expect(await harness.providerStatusOf("email", id)).toBe("bounced");
  expect(await harness.suppressionOf("email", email.toLowerCase())).toBe("hard_bounce");
});
