import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { startApi } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2026-11-23T03:00:00.000Z" }));

test("deletes expired rows of every kind, and nothing else", async () => {
  const { db } = api.ctx;
  const post = (slug: string, deletedAt: string | null) => ({
    slug,
    title: slug,
    content: "",
    readTime: 1,
    localDate: new Date("2026-10-01T00:00:00Z"),
    deletedAt,
  });
  await db.post.createMany({
    data: [
      post("aa", null),
      post("bb", "2026-10-24T03:00:00.000Z"),
      post("cc", "2026-10-24T02:59:59.999Z"),
    ],
  });
  await db.rateLimit.createMany({
    data: [
      { key: "over", hits: 1, expiresAt: "2026-11-23T03:00:00.000Z" },
      { key: "open", hits: 1, expiresAt: "2026-11-23T03:00:00.001Z" },
    ],
  });
  await db.webhookEvent.createMany({
    data: [
      { eventId: "recent", month: new Date("2026-09-01"), receivedAt: "2026-09-01T00:00:00.000Z" },
      { eventId: "old", month: new Date("2026-08-01"), receivedAt: "2026-08-31T23:59:59.999Z" },
    ].map((event) => ({ ...event, source: "postmark", kind: "Delivery", payload: {} })),
  });
  const person = await db.subscriber.create({ data: { email: "ada@example.com" } });
  const link = (tokenHash: string, expiresAt: string) => ({
    subscriberId: person.id,
    tokenHash,
    expiresAt,
  });
  await db.loginToken.createMany({
    data: [link("recent", "2026-10-24T03:00:00.000Z"), link("expired", "2026-10-24T02:59:59.999Z")],
  });
  const other = await db.subscriber.create({ data: { email: "bob@example.com" } });
  await db.phoneChange.createMany({
    data: [
      { subscriberId: person.id, expiresAt: "2026-11-23T03:00:00.001Z" },
      { subscriberId: other.id, expiresAt: "2026-11-23T03:00:00.000Z" },
    ].map((change) => ({ ...change, phone: "+14155550100", codeHash: "" })),
  });
  const session = (expiresAt: string, revokedAt: string | null) => ({
    id: randomUUID(),
    kind: "subscriber",
    subscriberId: person.id,
    expiresAt,
    revokedAt,
  });
  await db.session.createMany({
    data: [
      session("2026-11-24T00:00:00.000Z", null),
      session("2026-11-24T00:00:00.000Z", "2026-10-24T03:00:00.000Z"),
      session("2026-11-24T00:00:00.000Z", "2026-10-24T02:59:59.999Z"),
      session("2026-10-24T02:59:59.999Z", null),
    ],
  });
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const worker = (name: string, stoppedAt: Date | null) => ({
    id: randomUUID(),
    name,
    host: "here",
    pid: 1,
    startedAt: daysAgo(20),
    stoppedAt,
  });
  const withAttempt = worker("with an attempt", daysAgo(8));
  await db.worker.createMany({
    data: [
      worker("running", null),
      worker("stopped recently", daysAgo(6)),
      worker("stopped long ago", daysAgo(8)),
      withAttempt,
    ],
  });
  const slot = {
    localDate: new Date("2026-11-16T00:00:00Z"),
    timezone: "Europe/London",
    channel: "email",
    opensAt: "2026-11-16T07:45:00.000Z",
    closesAt: "2026-11-16T10:00:00.000Z",
  };
  const batch = await db.deliveryBatch.create({
    data: { size: 1, slot: { create: slot } },
  });
  await db.sendAttempt.create({
    data: {
      id: randomUUID(),
      localDate: slot.localDate,
      batchId: batch.id,
      workerId: withAttempt.id,
      sentAfter: slot.opensAt,
    },
  });

  expect(await purgeExpired(api.ctx)).toEqual({
    Post: 1,
    RateLimit: 1,
    LoginToken: 1,
    PhoneChange: 1,
    Session: 2,
    WebhookEvent: 1,
    Worker: 1,
  });
  expect(await purgeExpired(api.ctx)).toEqual({});

  const names = async () => (await db.worker.findMany()).map(({ name }) => name);
  expect((await names()).toSorted()).toEqual(["running", "stopped recently", "with an attempt"]);
  expect((await db.post.findMany()).map(({ slug }) => slug)).toEqual(["aa", "bb"]);
  expect((await db.rateLimit.findMany()).map(({ key }) => key)).toEqual(["open"]);
  expect((await db.loginToken.findMany()).map(({ tokenHash }) => tokenHash)).toEqual(["recent"]);
  expect(await db.session.count()).toBe(2);
  expect((await db.webhookEvent.findMany()).map(({ eventId }) => eventId)).toEqual(["recent"]);
});
