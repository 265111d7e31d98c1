import { beforeAll, describe, expect, test } from "vitest";
import { GET as listRoute } from "@/app/api/admin/subscribers/route";
import { GET as exportRoute } from "@/app/api/admin/subscribers/export/route";
import { GET as viewsRoute, POST as saveRoute } from "@/app/api/admin/subscribers/views/route";
import { DELETE as deleteRoute } from "@/app/api/admin/subscribers/views/[id]/route";
import { subscriberPageSchema, subscriberViewsSchema } from "@/lib/contracts/admin/subscribers";
import { toDatabaseDate } from "@/lib/calendar/days";
import type { Prisma } from "@/lib/platform/database/database";
import { openAdminClient, startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const at = useForFile(() => startApi({ now: "2026-11-20T15:00:00Z" }));
let admin: ApiClient;
const ids: Record<string, number> = {};

type Person = Omit<Prisma.SubscriberCreateInput, "email">;

async function add(name: string, data: Person = {}, status: string | null = "active") {
  const { id } = await at.ctx.db.subscriber.create({
    data: {
      email: `${name}@example.com`,
      ...data,
      ...(status && { subscriptions: { create: { status, plan: "annual" } } }),
    },
  });
  ids[name] = id;
  return id;
}

const day = (number: number) => new Date(`2026-11-${String(number).padStart(2, "0")}T12:00:00Z`);

beforeAll(async () => {
  admin = await at.adminClient();
  const texts = { smsEnabled: true, smsConsentAt: day(1) };
  await add("ann", {
    name: "Ann Whitaker",
    phone: "+447400123482",
    timezone: "Europe/London",
    createdAt: day(1),
    ...texts,
  });
  await add(
    "bob",
    {
      name: "bob Osei",
      createdAt: day(2),
      subscriptions: {
        create: { status: "trialing", plan: "monthly", firstChargeAt: day(22) },
      },
    },
    null,
  );
  await add("carmen", { createdAt: day(3), emailEnabled: false }, "past_due");
  await add("dan", { createdAt: day(4), pausedFrom: day(18), pausedUntil: day(30) });
  await add(
    "eve",
    {
      createdAt: day(5),
      subscriptions: { create: { status: "active", plan: "monthly", cancelAt: day(28) } },
      onboarding: { create: { uid: "uid_eve", completedAt: day(5) } },
    },
    null,
  );
  await add("frank", {
    createdAt: day(6),
    paymentEmail: "billing@firm.example",
    onboarding: { create: { uid: "uid_frank" } },
  });
  await add("=cmd", { createdAt: day(7), name: "@SUM(1)" }, null);
  await at.ctx.db.suppression.create({
    data: { channel: "sms", address: "+447400123482", reason: "stop", source: "twilio" },
  });
  await at.ctx.db.suppression.create({
    data: {
      channel: "email",
      address: "frank@example.com",
      reason: "hard_bounce",
      source: "postmark",
    },
  });
});

async function list(query: string, client = admin) {
  const { status, body } = await client.call(listRoute, "GET", `/api/admin/subscribers?${query}`);
  expect(status).toBe(200);
  const page = subscriberPageSchema.parse(body);
  return { ...page, names: page.rows.map(({ email }) => email.split("@")[0]) };
}

const all = ["=cmd", "frank", "eve", "dan", "carmen", "bob", "ann"];

describe("GET /api/admin/subscribers", () => {
  test.each([
    ["", all],
    ["q=WHITAKER", ["ann"]],
    ["q=dan@example", ["dan"]],
    ["q=billing@firm", ["frank"]],
    ["q=%2B44 7400 123 482", ["ann"]],
    ["q=(7400) 123-482", ["ann"]],
    ["q=%25", []],
    ["q=_", []],
    ["status=past_due", ["carmen"]],
    ["status=trialing,paused", ["dan", "bob"]],
    ["status=canceled", ["eve"]],
    ["status=none", ["=cmd"]],
    ["plan=monthly", ["eve", "bob"]],
    ["plan=none", ["=cmd"]],
    ["zone=Europe/London", ["ann"]],
    ["channel=sms", ["ann"]],
    ["channel=none", ["carmen"]],
    ["suppressed=true", ["frank", "ann"]],
    ["suppressed=false", ["=cmd", "eve", "dan", "carmen", "bob"]],
    ["unreachable=true", ["frank", "carmen"]],
    ["trialEndsWithin=3", ["bob"]],
    ["trialEndsWithin=1", []],
    ["neverOnboarded=true", ["frank"]],
    ["joinedAfter=2026-11-04&joinedBefore=2026-11-06", ["eve", "dan"]],
    ["hasPhone=true", ["ann"]],
    ["status=active&q=frank", ["frank"]],
  ])("%s finds %j", async (query, names) => {
    const page = await list(query);
    expect([page.names, page.totalCount, page.nextCursor]).toEqual([names, names.length, null]);
  });

  test("finds a subscriber by ID", async () => {
    expect((await list(`q=${ids["eve"]}`)).names).toContain("eve");
  });

  test.each([
    ["sort=joined&order=asc", all.toReversed()],
    ["sort=name&order=asc", ["=cmd", "ann", "bob", "carmen", "dan", "eve", "frank"]],
    ["sort=status&order=asc", ["ann", "frank", "eve", "=cmd", "carmen", "dan", "bob"]],
    ["sort=plan&order=desc", ["eve", "bob", "frank", "dan", "carmen", "ann", "=cmd"]],
    ["sort=zone&order=desc", ["ann", "=cmd", "frank", "eve", "dan", "carmen", "bob"]],
  ])("%s sorts, and its pages are the same without a gap", async (query, names) => {
    const found: (string | undefined)[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await list(`${query}&limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.totalCount).toBe(7);
      found.push(...page.names);
      cursor = page.nextCursor;
    }
    expect(found).toEqual(names);
  });

  test("shows what the list needs to know about each", async () => {
    const [row] = (await list("q=ann@")).rows;
    expect(row).toEqual({
      id: ids["ann"],
      name: "Ann Whitaker",
      email: "ann@example.com",
      phone: "+447400123482",
      status: "active",
      plan: "annual",
      timezone: "Europe/London",
      emailChannel: { isOn: true, isSuppressed: false },
      smsChannel: { isOn: true, isSuppressed: true },
      pausedUntil: null,
      endsAt: null,
      lastBriefing: null,
      joinedAt: "2026-11-01T12:00:00.000Z",
    });
    expect((await list("q=dan@")).rows[0]?.pausedUntil).toBe("2026-11-30");
    expect((await list("q=eve@")).rows[0]?.endsAt).toBe("2026-11-28T12:00:00.000Z");
  });

  test("shows the latest briefing, once sent on either channel", async () => {
    const date = toDatabaseDate("2026-11-20");
    const message = await at.ctx.db.dailyMessage.create({
      data: { localDate: date, message: "1" },
    });
    const edition = await at.ctx.db.edition.create({
      data: {
        localDate: date,
        number: 1,
        dailyMessageId: message.id,
        contentHash: "h",
        smsText: "1",
        emailSubject: "1",
        emailHtml: "1",
        emailText: "1",
      },
    });
    const slot = { timezone: "Europe/London", channel: "email", editionId: edition.id };
    await at.ctx.db.deliverySlot.create({
      data: { localDate: date, ...slot, opensAt: day(20), closesAt: day(21) },
    });
    const shared = { localDate: date, subscriberId: ids["ann"] ?? 0, timezone: slot.timezone };
    await at.ctx.db.delivery.createMany({
      data: [
        {
          ...shared,
          channel: "sms",
          batchId: 1,
          editionId: edition.id,
          state: "excluded",
          reason: "stop",
          finalizedAt: day(20),
        },
        {
          ...shared,
          channel: "email",
          batchId: 2,
          editionId: edition.id,
          state: "accepted",
          finalizedAt: day(20),
        },
      ],
    });
    expect((await list("q=ann@")).rows[0]?.lastBriefing).toEqual({
      localDate: "2026-11-20",
      outcome: "sent",
      at: "2026-11-20T12:00:00.000Z",
    });
  });

  test.each([
    ["status=vip", "This filter isn’t valid.", "status"],
    ["zone=Mars", "This filter isn’t valid.", "zone"],
    ["sort=phone", "This filter isn’t valid.", "sort"],
    ["limit=201", "This filter isn’t valid.", "limit"],
    ["joinedAfter=2026-13-01", "Please enter a date as YYYY-MM-DD", "joinedAfter"],
    ["cursor=nonsense", "This page isn’t valid. Start from the first one.", "cursor"],
    [
      `cursor=${Buffer.from('["x",1]').toString("base64url")}`,
      "This page isn’t valid. Start from the first one.",
      "cursor",
    ],
  ])("refuses %s", async (query, message, field) => {
    const answer = await admin.call(listRoute, "GET", `/api/admin/subscribers?${query}`);
    expect([answer.status, answer.body]).toEqual([400, { message, field }]);
  });
});

describe("GET /api/admin/subscribers/export", () => {
  const exportAs = async (client: ApiClient, query: string) => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const url = `http://localhost:3000/api/admin/subscribers/export?${query}`;
    return exportRoute(new Request(url, { headers: { cookie } }), { params: Promise.resolve({}) });
  };

  test("contains exactly what the list shows, in its order, without formulas", async () => {
    const response = await exportAs(admin, "sort=name&order=asc&plan=none");
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="threeline-subscribers-2026-11-20.csv"',
    );
    expect(await response.text()).toBe(
      "id,email,name,phone,status,plan,timezone,email_on,email_suppressed,texts_on,texts_suppressed,paused_until,last_briefing,last_outcome,joined_at\n" +
        `${ids["=cmd"]},'=cmd@example.com,'@SUM(1),,none,,America/New_York,true,false,false,false,,,,2026-11-07T12:00:00.000Z\n`,
    );
  });

  test("contains only chosen subscribers, and is audited", async () => {
    const chosen = `${ids["dan"]},${ids["bob"]}`;
    const lines = (await (await exportAs(admin, `ids=${chosen}`)).text()).trim().split("\n");
    expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual([
      "dan@example.com",
      "bob@example.com",
    ]);
    const event = await at.ctx.db.auditEvent.findFirstOrThrow({
      where: { action: "subscribers.exported" },
      orderBy: { id: "desc" },
    });
    expect(event.actor).toMatch(/^admin:admin-/);
    expect(event.detail).toMatchObject({ ids: [ids["dan"], ids["bob"]] });
  });

  test("is for owners alone", async () => {
    for (const role of ["editor", "support"] as const) {
      expect((await exportAs(await openAdminClient(at.ctx, role), "")).status).toBe(403);
    }
  });
});

describe("views", () => {
  const views = async (client: ApiClient) =>
    subscriberViewsSchema.parse(
      (await client.call(viewsRoute, "GET", "/api/admin/subscribers/views")).body,
    );
  const save = (client: ApiClient, json: unknown) =>
    client.call(saveRoute, "POST", "/api/admin/subscribers/views", { json });

  test("that everyone has say how many they show", async () => {
    expect((await views(admin)).builtIn).toEqual([
      { view: "all", count: 7 },
      { view: "trial_ends_soon", count: 1 },
      { view: "past_due", count: 1 },
      { view: "unreachable", count: 2 },
      { view: "never_onboarded", count: 1 },
    ]);
  });

  test("of an administrator are saved, listed for them alone, and deleted by them alone", async () => {
    const other = await openAdminClient(at.ctx, "support");
    const view = { name: "London", query: "zone=Europe%2FLondon&sort=name&order=asc" };
    const saved = await save(admin, view);
    expect(saved.status).toBe(201);
    expect(saved.body).toMatchObject(view);
    expect((await save(admin, view)).body).toEqual({
      message: "You already have a view with this name.",
      field: "name",
    });
    expect((await views(admin)).saved).toEqual([saved.body]);
    expect((await views(other)).saved).toEqual([]);
    const { id } = (await views(admin)).saved[0] ?? { id: 0 };
    const path = `/api/admin/subscribers/views/${id}`;
    const params = { id: String(id) };
    expect((await other.call(deleteRoute, "DELETE", path, { params })).status).toBe(404);
    expect((await admin.call(deleteRoute, "DELETE", path, { params })).status).toBe(200);
    expect((await views(admin)).saved).toEqual([]);
  });

  test.each([
    [{ name: " ", query: "" }, "Please enter a name.", "name"],
    [{ name: "A", query: "status=vip" }, "This filter isn’t valid.", "query"],
    [{ name: "A", query: "cursor=x" }, "This filter isn’t valid.", "query"],
  ])("refuses to save %j", async (view, message, field) => {
    const answer = await save(admin, view);
    expect([answer.status, answer.body]).toEqual([400, { message, field }]);
  });
});
