import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE, PUT } from "@/app/api/admin/webhooks/[id]/route";
import { GET as LOG } from "@/app/api/admin/webhooks/[id]/deliveries/route";
import { POST as REPLAY } from "@/app/api/admin/webhooks/[id]/replay/route";
import { POST as ROTATE } from "@/app/api/admin/webhooks/[id]/secret/route";
import { POST as TEST } from "@/app/api/admin/webhooks/[id]/test/route";
import { GET as LIST, POST as CREATE } from "@/app/api/admin/webhooks/route";
import {
  createdWebhookSchema,
  webhookDeliveriesSchema,
  webhookSecretSchema,
  type CreatedWebhook,
} from "@/lib/contracts/admin/webhooks";
import { recordAudit, type AuditEvent } from "@/lib/domain/audit";
import { linkAuditEvents } from "@/lib/domain/audit-log/link-events";
import { recordPublished } from "@/lib/domain/posts/publish";
import { createWebhook } from "@/lib/domain/webhooks/endpoints";
import { nextTryOf, sendDueWebhooks } from "@/lib/domain/webhooks/send-messages";
import type { RouteHandler } from "@/lib/http/route/route";
import { startApi, type ApiClient } from "@/tests/support/api";
import { deleteRowsOf } from "@/tests/support/database";
import { useForFile } from "@/tests/support/use-for-file";

type Received = { headers: Record<string, string>; body: string };

const api = useForFile(() => startApi({ now: start }));
let owner: ApiClient;
let receiver: Server;
let url: string;
let received: Received[] = [];
/** What the receiver answers: a status, or nothing at all. */
let answer: number | "nothing" = 200;

const start = "2026-11-18T12:00:00.000Z";

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void readBody(request).then((body) => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      received.push({ headers: Object.fromEntries(headers), body });
      if (answer === "nothing") request.socket.destroy();
      else response.writeHead(answer, { location: "http://127.0.0.1:1/" }).end("thanks");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has a port
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});

afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

beforeEach(async () => {
  api.setTime(start);
  owner = await api.adminClient();
  await linkAuditEvents(api.ctx);
});

afterEach(async () => {
  received = [];
  answer = 200;
  await api.ctx.db.$executeRawUnsafe(
    deleteRowsOf("webhook_endpoints", "webhook_messages", "operator_alerts"),
  );
});

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

const currentPassword = "correct horse battery";

/** Days later, when the browser has to log in again. */
async function moveTo(now: string): Promise<void> {
  api.setTime(now);
  owner = await api.adminClient();
}

async function create(events: string[] = ["subscriber.created"]): Promise<CreatedWebhook> {
  const json = { url, description: "CRM", events, currentPassword };
  const { body } = await owner.call(CREATE, "POST", "/api/admin/webhooks", { json });
  return createdWebhookSchema.parse(body);
}

const on = (handler: RouteHandler, method: string, id: number, path = "", json?: unknown) =>
  owner.call(handler, method, `/api/admin/webhooks/${id}${path}`, {
    params: { id: String(id) },
    ...(json === undefined ? {} : { json }),
  });

/** Something happens, and the worker looks at it. */
async function happen(event: Partial<AuditEvent>): Promise<void> {
  await recordAudit(api.ctx, api.ctx.db, {
    actor: "system",
    action: "subscriber.onboarded",
    subject: "subscriber:1",
    ...event,
  });
  await linkAuditEvents(api.ctx);
}

const send = () => sendDueWebhooks(api.ctx);

const logOf = async (id: number) =>
  webhookDeliveriesSchema.parse((await on(LOG, "GET", id, "/deliveries")).body).deliveries;

/** The type and data of a call whose signature is right. */
function verify({ headers, body }: Received, secret: string): unknown {
  // The library compares with the real time, which tests don't follow.
  const id = headers["webhook-id"] ?? "";
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  expect(headers["webhook-signature"]?.split(" ")).toContain(
    new Webhook(secret).sign(id, at, body),
  );
  return JSON.parse(body);
}

test("a message isn't delivered before its try is recorded, so that the log has both", async () => {
  const { id } = await create();
  await on(TEST, "POST", id, "/test");
  await api.ctx.db.$executeRaw`
    ALTER TABLE webhook_tries ADD CONSTRAINT slow CHECK (false) NOT VALID`;
  try {
    await expect(send()).rejects.toThrow("slow");
    expect(await logOf(id)).toMatchObject([{ state: "waiting", tries: [] }]);
  } finally {
    await api.ctx.db.$executeRaw`ALTER TABLE webhook_tries DROP CONSTRAINT slow`;
  }
});

test("tells an endpoint what happened, signed, with who the subscriber is now", async () => {
  const { secret } = await create();
  const { id: subscriberId } = await api.ctx.db.subscriber.create({
    data: { email: "ann@example.com", name: "Ann" },
  });
  await happen({ subject: `subscriber:${subscriberId}` });
  expect(await send()).toBe(1);
  expect(await send()).toBe(0);
  expect(received).toHaveLength(1);
  expect(received.map((each) => verify(each, secret))).toEqual([
    {
      type: "subscriber.created",
      timestamp: start,
      data: {
        subscriberId,
        subscriber: { email: "ann@example.com", name: "Ann", timezone: "America/New_York" },
      },
    },
  ]);
  expect(secret).toMatch(/^whsec_/);
  const stored = await api.ctx.db.webhookMessage.findFirstOrThrow();
  expect(JSON.stringify(stored.data)).toBe(JSON.stringify({ subscriberId }));
});

test.each([
  ["subscription.cancel", { preference: "stop_immediately" }, "subscriber.cancelled"],
  ["subscription.canceled", { occurredAt: start }, "subscriber.ended"],
  ["timezone.changed", {}, "subscriber.updated"],
  ["sms.turned_off", {}, "subscriber.updated"],
  ["account.deleted", {}, "subscriber.deleted"],
  ["subscriber.unreachable", {}, "subscriber.unreachable"],
  ["payment.failed", { transactionId: "txn_1" }, "payment.failed"],
  ["payment.refunded_in_part", { transactionId: "txn_1" }, "payment.refunded"],
  ["briefing.closed", { date: "2026-11-18", missed: 0 }, "briefing.sent"],
])("%s becomes %s", async (action, detail, kind) => {
  const { id } = await create(["subscriber.created", "briefing.missed", kind]);
  await happen({ action, detail, subject: "subscription:sub_1" });
  expect((await logOf(id)).map(({ event }) => event)).toEqual([kind]);
});

test("a post is told once, when readers can first see it: its date began, and it's no draft", async () => {
  await create(["post.published"]);
  const post = { content: "Rates held.", readTime: 1, localDate: new Date("2026-11-19") };
  await api.ctx.db.post.createMany({
    data: [
      { ...post, slug: "aa", title: "Rates hold" },
      { ...post, slug: "bb", title: "Draft", isDraft: true },
    ],
  });
  expect(await recordPublished(api.ctx)).toBe(0);
  api.setTime("2026-11-19T00:00:01.000Z");
  expect([await recordPublished(api.ctx), await recordPublished(api.ctx)]).toEqual([1, 0]);
  await linkAuditEvents(api.ctx);
  const told = await api.ctx.db.webhookMessage.findMany({ select: { kind: true, data: true } });
  const data = {
    date: "2026-11-19",
    title: "Rates hold",
    url: `${api.ctx.settings.siteUrl}/r/aa`,
  };
  expect(told).toEqual([{ kind: "post.published", data }]);
});

test("a briefing that some missed is told twice: as sent, and as missed", async () => {
  const { id } = await create(["briefing.sent", "briefing.missed"]);
  await happen({
    action: "briefing.closed",
    subject: "briefing:2026-11-18",
    detail: { missed: 48, accepted: 10, secret: "x" },
  });
  expect((await logOf(id)).map(({ event }) => event)).toEqual(["briefing.missed", "briefing.sent"]);
  const [message] = await api.ctx.db.webhookMessage.findMany();
  expect(message?.data).toEqual({ accepted: 10, missed: 48 });
});

test("a change that is rolled back is told to nobody", async () => {
  const { id } = await create();
  await api.ctx.db
    .$transaction(async (tx) => {
      const event = { actor: "system", action: "subscriber.onboarded", subject: "x" } as const;
      await recordAudit(api.ctx, tx, event);
      throw new Error("the change failed");
    })
    .catch(() => undefined);
  await linkAuditEvents(api.ctx);
  expect(await logOf(id)).toEqual([]);
});

describe("a failure", () => {
  test.each([
    [500, { status: 500, error: null }],
    [302, { status: 302, error: null }],
    ["nothing" as const, { status: null, error: expect.any(String) }],
  ])("(%s) is tried again later with the same id", async (failure, logged) => {
    const { id } = await create();
    answer = failure;
    await happen({});
    await send();
    expect(await send()).toBe(0);
    answer = 200;
    api.setTime("2026-11-18T12:00:05.000Z");
    expect(await send()).toBe(1);
    const [first, second] = received.map(({ headers }) => headers["webhook-id"]);
    expect(first).toBe(second);
    expect(await logOf(id)).toMatchObject([
      { state: "delivered", tries: [logged, { status: 200 }] },
    ]);
  });

  test("is given up after three days, and can be replayed", async () => {
    const { id } = await create();
    answer = 503;
    await happen({});
    let now = new Date(start);
    let tries = 0;
    for (let due: Date | null = now; due; due = nextTryOf(tries, now)) {
      now = due;
      api.setTime(now.toISOString());
      await send();
      tries += 1;
    }
    await moveTo(now.toISOString());
    expect([tries, Math.round((now.getTime() - Date.parse(start)) / 3_600_000)]).toEqual([10, 76]);
    expect(await logOf(id)).toMatchObject([{ state: "failed", nextTryAt: null }]);
    answer = 200;
    const replayed = await on(REPLAY, "POST", id, "/replay", { failedSince: start });
    expect(replayed.body).toEqual({ replayed: 1 });
    await send();
    expect(await logOf(id)).toMatchObject([{ state: "delivered" }]);
    const [{ id: deliveryId } = { id: "" }] = await logOf(id);
    expect((await on(REPLAY, "POST", id, "/replay", { deliveryId })).body).toEqual({ replayed: 1 });
    expect((await on(REPLAY, "POST", id, "/replay", { deliveryId: "999" })).status).toBe(404);
  });

  test("of five days turns the endpoint off with an alert; turning it on starts again", async () => {
    const { id, events } = await create();
    answer = 500;
    await happen({});
    await send();
    await moveTo("2026-11-23T12:00:00.000Z");
    await happen({});
    await send();
    const list = async () => (await owner.call(LIST, "GET", "/api/admin/webhooks")).body;
    expect(await list()).toMatchObject([{ disabledReason: "failing", lastStatus: 500 }]);
    expect(await api.ctx.db.operatorAlert.findMany()).toMatchObject([
      { subject: expect.stringMatching(/^The webhook to 127\.0\.0\.1:\d+ was turned off$/) },
    ]);
    expect(await send()).toBe(0);
    expect((await on(TEST, "POST", id, "/test")).status).toBe(409);
    await on(PUT, "PUT", id, "", { url, events, isEnabled: true, currentPassword });
    expect(await list()).toMatchObject([{ disabledAt: null, failingSince: null }]);
  });

  test("that says 410 turns it off at once", async () => {
    await create();
    answer = 410;
    await happen({});
    await send();
    expect(await api.ctx.db.webhookEndpoint.findMany()).toMatchObject([{ disabledReason: "gone" }]);
  });
});

describe("the own password is asked for", () => {
  const wrong = { status: 400, body: { field: "currentPassword" } };

  test("before an address gets what happens", async () => {
    const json = { url, events: ["subscriber.created"] };
    const add = (proof: object) =>
      owner.call(CREATE, "POST", "/api/admin/webhooks", { json: { ...json, ...proof } });
    expect(await add({})).toMatchObject(wrong);
    expect(await add({ currentPassword: "a wrong password" })).toMatchObject(wrong);
    expect(await api.ctx.db.webhookEndpoint.count()).toBe(0);
  });

  test("before another address gets it, or one that was turned off", async () => {
    const { id, events } = await create();
    const other = { url: "https://example.com/other", events };
    expect(await on(PUT, "PUT", id, "", other)).toMatchObject(wrong);
    expect((await on(PUT, "PUT", id, "", { url, events, isEnabled: false })).status).toBe(200);
    expect(await on(PUT, "PUT", id, "", { url, events, isEnabled: true })).toMatchObject(wrong);
    expect(await api.ctx.db.webhookEndpoint.findMany()).toMatchObject([
      { url, disabledReason: "person" },
    ]);
  });
});

test("during a rotation, everything is signed with both secrets for a day", async () => {
  const { id, secret: old } = await create();
  const { secret } = webhookSecretSchema.parse((await on(ROTATE, "POST", id, "/secret")).body);
  await on(TEST, "POST", id, "/test");
  await send();
  await moveTo("2026-11-19T12:00:00.000Z");
  await on(TEST, "POST", id, "/test");
  await send();
  const [first, second] = received;
  if (!first || !second) throw new Error("nothing was received");
  expect(verify(first, old)).toMatchObject({ type: "webhook.test" });
  verify(first, secret);
  verify(second, secret);
  expect(second.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  const [row] = await api.ctx.db.webhookEndpoint.findMany();
  expect(JSON.stringify([row?.secret, row?.previousSecret])).not.toContain("whsec_");
});

test("a secret outlives the rotation of AUTH_SECRET", async () => {
  const { id, secret } = await create();
  const { signingSecret } = api.ctx.settings;
  const renewed = (acceptedSecrets: string[]) =>
    sendDueWebhooks({
      ...api.ctx,
      settings: {
        ...api.ctx.settings,
        signingSecret: "a new secret, long enough",
        acceptedSecrets,
      },
    });
  await on(TEST, "POST", id, "/test");
  await renewed(["a new secret, long enough", signingSecret]);
  await on(TEST, "POST", id, "/test");
  await renewed(["a new secret, long enough"]);
  expect(received.map((each) => verify(each, secret))).toHaveLength(2);
});

test("a deleted endpoint gets nothing more, and every change is recorded", async () => {
  const { id } = await create();
  await happen({});
  await on(TEST, "POST", id, "/test");
  expect((await on(DELETE, "DELETE", id)).status).toBe(204);
  expect(await send()).toBe(0);
  expect((await on(LOG, "GET", id, "/deliveries")).status).toBe(404);
  const events = await api.ctx.db.auditEvent.findMany({
    where: { subject: `webhook:${id}` },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ action }) => action)).toEqual([
    "webhook.created",
    "webhook.tested",
    "webhook.deleted",
  ]);
  expect(JSON.stringify(events.map(({ detail }) => detail))).not.toContain("whsec_");
});

describe("outside local mode", () => {
  const createLive = (address: string) =>
    createWebhook(
      { ...api.ctx, settings: { ...api.ctx.settings, allowsPrivateWebhooks: false } },
      { url: address, description: "", events: ["briefing.sent"] },
      { actor: "operator" },
    );

  test.each([
    ["http://example.com/", "The address must begin with https."],
    ["https://127.0.0.1/", "The address must be on the public internet."],
    ["https://[::1]/", "The address must be on the public internet."],
    ["https://[::ffff:10.0.0.1]/", "The address must be on the public internet."],
    ["https://0x7f.1/", "The address must be on the public internet."],
    ["https://169.254.169.254/latest", "The address must be on the public internet."],
    ["https://user:pw@example.com/", "Enter a full address, such as https://example.com/hooks."],
  ])("%s is refused", async (address, userMessage) => {
    await expect(createLive(address)).rejects.toMatchObject({ status: 400, userMessage });
  });

  test("a name that leads to a private address isn't called", async () => {
    const { id } = await createLive("https://localhost/");
    await on(TEST, "POST", id, "/test");
    const ctx = { ...api.ctx, settings: { ...api.ctx.settings, allowsPrivateWebhooks: false } };
    await sendDueWebhooks(ctx);
    expect(await logOf(id)).toMatchObject([
      { tries: [{ status: null, error: "the address isn't on the public internet" }] },
    ]);
    expect(received).toEqual([]);
  });
});
