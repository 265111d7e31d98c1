import { beforeEach, describe, expect, test } from "vitest";
import { POST as bulkRoute } from "@/app/api/admin/subscribers/bulk/route";
import { POST as suppressRoute } from "@/app/api/admin/subscribers/[id]/suppress/route";
import { createApiToken } from "@/lib/domain/team/api-tokens";
import { takeFromLimit } from "@/lib/domain/limits/rate-limit";
import { readRoutes } from "@/scripts/api-reference/read-routes";
import { openAdminClient, startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const why = "A careless script";
const currentPassword = "correct horse battery";
const dayMs = 86_400_000;

const at = useForFile(() => startApi({ now: "2026-11-23T12:00:00.000Z" }));
let owner: ApiClient;
let adminId: number;
let ids: number[];

beforeEach(async () => {
  const { db } = at.ctx;
  await db.suppression.deleteMany();
  await db.rateLimit.deleteMany();
  await db.operatorAlert.deleteMany();
  await db.subscriber.deleteMany();
  await db.admin.deleteMany();
  at.setTime("2026-11-23T12:00:00.000Z");
  owner = await openAdminClient(at.ctx, "owner");
  ({ id: adminId } = await db.admin.findFirstOrThrow());
  const data = Array.from({ length: 60 }, (_, index) => ({ email: `reader-${index}@example.com` }));
  await db.subscriber.createMany({ data });
  ids = (await db.subscriber.findMany({ select: { id: true } })).map(({ id }) => id);
});

/** As many subscribers have been acted on today. */
async function useUp(people: number, who = `admin:${adminId}`): Promise<void> {
  const limit = { hits: 1_000, windowMs: dayMs };
  await takeFromLimit(at.ctx, `team-actions:${who}`, people, limit);
}

const suppressAll = (chosen: number[], headers?: Record<string, string>) =>
  owner.call(bulkRoute, "POST", "/api/admin/subscribers/bulk", {
    json: { action: "suppress", channel: "email", ids: chosen, why },
    ...(headers && { headers }),
  });

const suppressOne = (id: number) =>
  owner.call(suppressRoute, "POST", `/api/admin/subscribers/${id}/suppress`, {
    params: { id: String(id) },
    json: { channel: "email", why },
  });

const alerts = async () =>
  (await at.ctx.db.operatorAlert.findMany({ orderBy: { createdAt: "asc" } })).map(
    ({ subject }) => subject,
  );

async function createToken(): Promise<{ id: number; headers: Record<string, string> }> {
  const input = { name: "Zapier", scopes: ["help" as const], lifetimeDays: 30 as const };
  const { id, token } = await createApiToken(at.ctx, adminId, input, "operator");
  return { id, headers: { authorization: `Bearer ${token}` } };
}

test("a bulk action that doesn't fit into the day does nothing, and says how much is left", async () => {
  await useUp(950);
  const { status, body, headers } = await suppressAll(ids);
  expect([status, body]).toEqual([
    429,
    {
      message:
        "You can act on 1,000 subscribers a day and have 50 left. Select fewer, or try again tomorrow.",
      code: "too_many_requests",
    },
  ]);
  expect(headers.get("retry-after")).toBe("86400");
  expect(await at.ctx.db.suppression.count()).toBe(0);
  expect((await suppressAll(ids.slice(0, 50))).status).toBe(200);
  expect(await at.ctx.db.suppression.count()).toBe(50);
});

test("bulk and single actions count together, until a day has passed", async () => {
  await useUp(940);
  expect((await suppressAll(ids)).status).toBe(200);
  expect(await suppressOne(ids[0] ?? 0)).toMatchObject({
    status: 429,
    body: {
      message: "You’ve acted on 1,000 subscribers today, which is the limit. Try again tomorrow.",
    },
  });
  at.setTime("2026-11-24T12:00:00.000Z");
  owner = await openAdminClient(at.ctx, "owner");
  expect((await suppressOne(ids[0] ?? 0)).status).toBe(200);
});

test("someone selected twice counts once", async () => {
  await useUp(999);
  expect((await suppressAll([ids[0] ?? 0, ids[0] ?? 0])).status).toBe(200);
});

test("each token has its own limit, and the operator is told which one reached it", async () => {
  const { id, headers } = await createToken();
  await useUp(1_000, `token:${id}`);
  expect((await suppressAll(ids.slice(0, 1), headers)).status).toBe(429);
  expect((await suppressAll(ids.slice(0, 1), headers)).status).toBe(429);
  expect((await suppressOne(ids[0] ?? 0)).status).toBe(200);
  const { username } = await at.ctx.db.admin.findUniqueOrThrow({ where: { id: adminId } });
  expect(await alerts()).toEqual([
    `The API token “Zapier” of ${username} reached the daily limit of actions on subscribers`,
  ]);
});

describe("the operator is told of an unusual share", () => {
  test("once, for the whole team together", async () => {
    const { headers } = await createToken();
    await suppressAll(ids.slice(0, 25));
    await suppressAll(ids.slice(25, 49), headers);
    expect(await alerts()).toEqual([]);
    await suppressOne(ids[49] ?? 0);
    await suppressOne(ids[50] ?? 0);
    expect(await alerts()).toEqual(["Your team stopped briefings for 50 subscribers within a day"]);
  });

  test("but not of a small part of many", async () => {
    const data = Array.from({ length: 7_000 }, (_, index) => ({ email: `n-${index}@example.com` }));
    await at.ctx.db.subscriber.createMany({ data });
    await suppressAll(ids);
    expect(await alerts()).toEqual([]);
  });
});

/** Each action that counts, with a body that its route accepts. */
const actions: Record<string, object> = {
  resend: { why, channel: "email" },
  pause: { why, from: "2026-11-24", until: "2026-11-25" },
  "login-link": { why },
  suppress: { why, channel: "email" },
  timezone: { why, timezone: "Europe/London" },
  email: { why, newEmail: "new@example.com" },
  phone: { why, phoneNumber: "+14155550100" },
  cancel: { why, preference: "stop_immediately" },
  "extend-trial": { why, days: 7 },
  "card-link": { why },
  gift: { why, until: "2027-01-31" },
  refund: { why, transactionId: "txn_1" },
  erase: { why, email: "reader-0@example.com", currentPassword },
};

/** They give something back, change nothing for the subscriber, or ask for the password. */
const uncounted = [
  "approve-email",
  "notes",
  "resume",
  "review-refund",
  "unsuppress",
  "withdraw-email",
];

const routes = (await readRoutes()).filter(
  ({ method, path }) => method === "POST" && path.startsWith("/api/admin/subscribers/{id}/"),
);

test("every action on a subscriber counts, or is known not to", () => {
  const names = routes.map(({ path }) => path.split("/").at(-1));
  expect(new Set(names)).toEqual(new Set([...Object.keys(actions), ...uncounted]));
});

test.each(Object.entries(actions))("%s is refused after the day's limit", async (name, json) => {
  await useUp(1_000);
  const route = routes.find(({ path }) => path.endsWith(`/${name}`));
  if (!route) throw new Error(`no route for ${name}`);
  const [id = 0] = ids;
  const path = `/api/admin/subscribers/${id}/${name}`;
  const call = { params: { id: String(id) }, json };
  expect(await owner.call(route.handler, "POST", path, call)).toMatchObject({
    status: 429,
    body: { code: "too_many_requests" },
  });
});

test.each([
  { action: "resend", channel: "email" },
  { action: "pause", from: "2026-11-24", until: "2026-11-25" },
  { action: "suppress", channel: "email" },
  { action: "login-link" },
])("the bulk action $action is refused after the day's limit", async (action) => {
  await useUp(1_000);
  const json = { ...action, why, ids: ids.slice(0, 1) };
  const path = "/api/admin/subscribers/bulk";
  expect((await owner.call(bulkRoute, "POST", path, { json })).status).toBe(429);
});
