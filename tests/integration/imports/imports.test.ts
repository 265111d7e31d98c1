import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as listRoute, POST as createRoute } from "@/app/api/admin/imports/route";
import {
  DELETE as discardRoute,
  GET as getRoute,
  PUT as changeRoute,
} from "@/app/api/admin/imports/[id]/route";
import { GET as problemsRoute } from "@/app/api/admin/imports/[id]/problems/route";
import { POST as startRoute } from "@/app/api/admin/imports/[id]/start/route";
import { POST as undoRoute } from "@/app/api/admin/imports/[id]/undo/route";
import {
  importEndpoints,
  importListSchema,
  maxImportColumns,
  maxImportRows,
  importSchema,
  importUndoneSchema,
  type ImportView,
} from "@/lib/contracts/admin/imports";
import { toDatabaseDate } from "@/lib/calendar/days";
import type { RouteHandler } from "@/lib/http/route/route";
import { runImports } from "@/lib/domain/subscribers/import/run";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const at = useForFile(() => startApi({ now: "2026-11-20T15:00:00Z" }));
let admin: ApiClient;

beforeAll(async () => {
  admin = await at.adminClient();
});

beforeEach(async () => {
  await at.ctx.db.subscriberImport.deleteMany();
  await at.ctx.db.delivery.deleteMany();
  await at.ctx.db.deliverySlot.deleteMany();
  await at.ctx.db.subscriber.deleteMany();
});

const call = (
  handler: RouteHandler,
  method: string,
  path: string,
  { id, json }: { id?: number; json?: unknown } = {},
) =>
  admin.call(handler, method, path, {
    ...(id === undefined ? {} : { params: { id: String(id) } }),
    ...(json === undefined ? {} : { json }),
  });

async function upload(content: string, fileName = "people.csv"): Promise<ImportView> {
  const answer = await call(createRoute, "POST", importEndpoints.list, {
    json: { fileName, content },
  });
  expect(answer.status).toBe(201);
  return importSchema.parse(answer.body);
}

const file = (name: string) =>
  upload(readFileSync(`tests/support/import-files/${name}.csv`, "utf8"), `${name}.csv`);

const change = (
  view: ImportView,
  body: Partial<Pick<ImportView, "fixes" | "defaultStatus" | "country">> & {
    columns?: ImportView["columns"][number]["column"][];
  },
) =>
  call(changeRoute, "PUT", importEndpoints.one(view.id), {
    id: view.id,
    json: {
      columns: view.columns.map(({ column }) => column),
      fixes: view.fixes,
      defaultStatus: view.defaultStatus,
      country: view.country,
      ...body,
    },
  });

const start = (view: ImportView, body: unknown = { hasConsent: true }) =>
  call(startRoute, "POST", importEndpoints.start(view.id), { id: view.id, json: body });

const get = async (view: ImportView) =>
  importSchema.parse(
    (await call(getRoute, "GET", importEndpoints.one(view.id), { id: view.id })).body,
  );

const undo = (view: ImportView) =>
  call(undoRoute, "POST", importEndpoints.undo(view.id), { id: view.id });

async function importAll(content: string): Promise<ImportView> {
  const view = await upload(content);
  expect((await start(view)).status).toBe(200);
  await runImports(at.ctx);
  return get(view);
}

const people = () =>
  at.ctx.db.subscriber.findMany({
    select: {
      email: true,
      name: true,
      phone: true,
      timezone: true,
      emailEnabled: true,
      smsEnabled: true,
      subscriptions: { select: { status: true } },
    },
    orderBy: { email: "asc" },
  });

/** A person, whether they get email, and their subscription, plan, and end. */
const described = async () =>
  (
    await at.ctx.db.subscriber.findMany({
      orderBy: { email: "asc" },
      include: { subscriptions: true },
    })
  ).map(({ email, name, emailEnabled, subscriptions: [subscription] }) => {
    const until = subscription?.cancelAt ?? subscription?.accessEndsAt;
    const parts = [
      email.replace("@sample.example", ""),
      name,
      emailEnabled ? "on" : "off",
      subscription?.status,
      subscription?.plan,
      until?.toISOString().slice(0, 10),
    ];
    return parts.filter((part) => part !== null && part !== undefined).join(" ");
  });

describe("files of other software are recognized by their header", () => {
  test.each([
    ["ghost", ["ida Ida Berg on", "omar Omar Haddad on active", "petra off active"]],
    [
      "substack",
      ["kim on active annual 2027-01-04", "lars on", "mona off", "ole on active 2027-02-01"],
    ],
    ["substack-paid", ["kim on active 2027-01-04", "noa on active 2118-09-11"]],
    [
      "substack-dashboard",
      [
        "kim Kim Soto on active annual 2027-01-10",
        "lars on",
        "mona Mona off active monthly 2026-12-14",
        "noa Noa on active 2118-09-11",
      ],
    ],
    ["mailchimp", ["nils Nils Okafor on", "rosa Rosa Klein on"]],
    ["mailchimp-unsubscribed", ["ute Ute off", "vera Sims off"]],
    ["mailchimp-cleaned", ["carl Carl off"]],
    [
      "beehiiv",
      ["sven Sven Dahl on", "tara Tara off", "uma Uma Iyer on active", "yan Yan on active"],
    ],
    ["beehiiv-quick", ["sven on", "tara off", "uma on active", "wim off", "xia off"]],
    [
      "buttondown",
      ["abe on", "bea on active", "cid off", "dot off", "eli off", "fay off", "gus on canceled"],
    ],
    ["kit", ["hal Hal on", "ivy Ivy off", "jon Jon off", "kay Kay off", "lee Lee off"]],
    [
      "stripe",
      [
        "abe Abe Lind on active",
        "bea Bea Roy on canceled",
        "cid Cid Oz on past_due",
        "dot Dot Poe on trialing",
        "eli Eli Fox on canceled",
        "fay Fay May on",
      ],
    ],
  ])("%s", async (name, expected) => {
    const view = await file(name);
    const emailOff = expected.filter((person) => / off\b/.test(person)).length;
    expect(view).toMatchObject({
      source: name.split("-")[0],
      problems: [],
      counts: { added: expected.length },
      notes: { emailOff },
    });
    expect((await start(view)).status).toBe(200);
    await runImports(at.ctx);
    expect(await described()).toEqual(expected);
    // Nobody who opted out elsewhere gets email, even with a subscription for everyone.
    const again = await file(name);
    await change(again, { defaultStatus: "active" });
    expect((await start(again)).status).toBe(200);
    await runImports(at.ctx);
    const off = (lines: string[]) => lines.filter((person) => / off\b/.test(person)).length;
    expect(off(await described())).toBe(emailOff);
  });

  test("a number that can't be read costs nobody more, and is read with its country", async () => {
    const view = await file("mailchimp");
    expect(view).toMatchObject({ country: null, notes: { phones: 1 }, counts: { added: 2 } });
    expect(view.countries).toEqual(["US", "CA", "GB"]);
    const csv = await call(problemsRoute, "GET", importEndpoints.problems(view.id), {
      id: view.id,
    });
    expect(csv.body).toContain('2,Nils Okafor,phone,(415) 555-2671,"Left out: it isn’t valid');
    const changed = importSchema.parse((await change(view, { country: "US" })).body);
    expect(changed).toMatchObject({ country: "US", notes: { phones: 0 } });
    expect((await start(view)).status).toBe(200);
    await runImports(at.ctx);
    expect((await people()).map(({ phone, timezone }) => [phone, timezone])).toEqual([
      ["+14155552671", "America/Chicago"],
      ["+447400123482", "Europe/London"],
    ]);
  });

  test("our own export", async () => {
    const view = await upload(
      "email,name,phone,timezone,status,email_enabled,sms_enabled,sms_consent_at\na@sample.example,Ann,+14155550100,Europe/London,Paused,,true,2026-01-01\n",
    );
    expect(view.source).toBe("own");
    expect((await start(view)).status).toBe(200);
    await runImports(at.ctx);
    // Texts stay off, whatever the file says.
    expect(await people()).toEqual([
      {
        email: "a@sample.example",
        name: "Ann",
        phone: "+14155550100",
        timezone: "Europe/London",
        emailEnabled: true,
        smsEnabled: false,
        subscriptions: [{ status: "paused" }],
      },
    ]);
  });
});

const ends = () =>
  at.ctx.db.subscription.findMany({
    select: { status: true, plan: true, cancelAt: true, accessEndsAt: true },
    orderBy: { subscriber: { email: "asc" } },
  });

describe("people who paid elsewhere", () => {
  const header = "email,plan,until,status";
  const mapped = ["email", "plan", "until", "status"] as const;

  async function importPaid(...rows: string[]) {
    const view = await upload([header, ...rows, ""].join("\n"));
    await change(view, { columns: [...mapped] });
    expect((await start(view)).status).toBe(200);
    await runImports(at.ctx);
    return get(view);
  }

  test("keep their plan and get the briefing until their date", async () => {
    await importPaid(
      "a@sample.example,Yearly,2027-01-04,",
      "b@sample.example,monthly,2026-12-01 08:00:00 UTC,",
      "c@sample.example,comp,,",
      "d@sample.example,free,2027-01-04,",
      "e@sample.example,,2026-12-24T00:00:00Z,canceled",
    );
    const none = { cancelAt: null, accessEndsAt: null };
    expect(await ends()).toEqual([
      { ...none, status: "active", plan: "annual", cancelAt: new Date("2027-01-04T20:00:00Z") },
      { ...none, status: "active", plan: "monthly", cancelAt: new Date("2026-12-01T08:00:00Z") },
      { ...none, status: "active", plan: null },
      { ...none, status: "canceled", plan: null, accessEndsAt: new Date("2026-12-24") },
    ]);
  });

  test("are unchanged by the same file, updated by another date, and restored by undoing it", async () => {
    await importPaid("a@sample.example,annual,2027-01-04,");
    const again = await importPaid("a@sample.example,annual,2027-01-04,");
    expect(again.counts).toMatchObject({ updated: 0, unchanged: 1 });
    const later = await importPaid("a@sample.example,annual,2028-01-04,");
    expect(later.counts).toMatchObject({ updated: 1, unchanged: 0 });
    expect(await ends()).toMatchObject([
      { plan: "annual", cancelAt: new Date("2028-01-04T20:00:00Z") },
    ]);
    expect((await undo(later)).status).toBe(200);
    expect(await ends()).toMatchObject([
      { plan: "annual", cancelAt: new Date("2027-01-04T20:00:00Z") },
    ]);
  });

  test("need a plan and a date that we know", async () => {
    const view = await upload(`${header}\na@sample.example,gold,,\nb@sample.example,,soon,\n`);
    const checked = importSchema.parse((await change(view, { columns: [...mapped] })).body);
    expect(checked.problems.map(({ column, reason }) => [column, reason])).toEqual([
      ["plan", "Choose annual, monthly, or free."],
      ["until", "Enter a date as YYYY-MM-DD."],
    ]);
  });
});

describe("a file of unknown software with a column that looks like a status", () => {
  const content =
    "Contact,Newsletter status\na@sample.example,Subscribed\nb@sample.example,Unsubscribed\nc@sample.example,bounced\n";

  test("starts only once somebody has decided what it means", async () => {
    const view = await upload(content);
    expect(view).toMatchObject({
      source: "unknown",
      columns: [{ optedOut: null }, { column: null, optedOut: 2 }],
    });
    await change(view, { columns: ["email", null] });
    const refused = await start(view);
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        message:
          "Choose what “Newsletter status” means first, or that it isn’t imported. 2 people look unsubscribed.",
        field: "columns",
      },
    ]);
    const decided = importSchema.parse(
      (await change(view, { columns: ["email", "email_on"] })).body,
    );
    expect(decided.notes.emailOff).toBe(2);
    expect((await start(view)).status).toBe(200);
    await runImports(at.ctx);
    expect(await described()).toEqual(["a on", "b off", "c off"]);
  });

  test("may be told to ignore it, and several like it", async () => {
    const view = await upload("email,status,confirmed\na@sample.example,unsubscribed,no\n");
    expect((await start(view)).status).toBe(400);
    expect((await change(view, { columns: ["email", "ignored", "ignored"] })).status).toBe(200);
    expect((await start(view)).status).toBe(200);
    await runImports(at.ctx);
    expect(await described()).toEqual(["a on"]);
  });

  test("can't turn texts on", async () => {
    const view = await upload("email,texts\na@sample.example,true\n");
    const answer = await change(view, { columns: ["email", "sms_on"] });
    expect([answer.status, answer.body]).toMatchObject([400, { field: "columns" }]);
  });
});

describe("an import that takes longer than a minute", () => {
  test("is reported to who started it, or else to the operator", async () => {
    const view = await upload("email\nlong@sample.example\n");
    await start(view);
    at.setTime("2026-11-20T15:02:00Z");
    await runImports(at.ctx);
    at.setTime("2026-11-20T15:00:00Z");
    const key = `import:${view.id}`;
    const alert = await at.ctx.db.operatorAlert.findUniqueOrThrow({ where: { key } });
    expect(alert.subject).toBe("Imported: people.csv");
    expect(alert.body).toContain("1 person added, 0 updated, 0 rows left out.");
  });

  test("a quick one isn't", async () => {
    const view = await importAll("email\nquick@sample.example\n");
    const key = `import:${view.id}`;
    expect(await at.ctx.db.operatorAlert.count({ where: { key } })).toBe(0);
  });
});

const mixed = `reader,who,tz
a@sample.example,Ann,Europe/London
broken@,Bob,
c@sample.example,Cy,America/Kentucky
A@sample.example,Ann again,
d@sample.example,Di
`;

describe("the check", () => {
  test("says what would happen and changes nothing, until the rows are fixed or skipped", async () => {
    await at.ctx.db.subscriber.create({
      data: { email: "A@Sample.example", name: "Ann", timezone: "Europe/London" },
    });
    const first = await upload(mixed);
    expect(first.columns.map(({ column }) => column)).toEqual([null, null, "timezone"]);
    const refused = await start(first);
    expect([refused.status, refused.body]).toMatchObject([400, { field: "columns" }]);

    const mapped = importSchema.parse(
      (await change(first, { columns: ["email", "name", "timezone"] })).body,
    );
    expect(mapped.counts).toEqual({ added: 2, updated: 0, unchanged: 1, rejected: 2 });
    expect(mapped.notes).toEqual({ emailOff: 0, names: 0, phones: 0, timezones: 1 });
    expect(mapped.problems.map(({ line, column, value }) => [line, column, value])).toEqual([
      [3, "email", "broken@"],
      [5, "email", "A@sample.example"],
    ]);
    const csv = await call(problemsRoute, "GET", importEndpoints.problems(first.id), {
      id: first.id,
    });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");

    const fixed = importSchema.parse(
      (
        await change(mapped, {
          fixes: {
            3: { email: "bob@sample.example" },
            4: { timezone: "America/New_York" },
            5: null,
          },
          defaultStatus: "active",
        })
      ).body,
    );
    expect(fixed.counts).toEqual({ added: 3, updated: 1, unchanged: 0, rejected: 0 });
    expect(fixed.notes.timezones).toBe(0);
    expect(await at.ctx.db.subscriber.count()).toBe(1);
    await runImports(at.ctx);
    expect(await at.ctx.db.subscriber.count()).toBe(1);
  });

  test.each([
    ["an empty file", "", "content"],
    ["a file without a header", "\n\n", "content"],
    ["a quotation mark that is never closed", 'email\n"a@sample.example\n', "content"],
    ["a file that starts with a person", "ida@sample.example,Ida\n", "content"],
    ["a file that lost characters", "email,name\na@sample.example,Ad\uFFFDle\n", "content"],
  ])("refuses %s", async (_, content, field) => {
    const answer = await call(createRoute, "POST", importEndpoints.list, {
      json: {
        fileName: "x.csv",
        content,
      },
    });
    expect([answer.status, answer.body]).toMatchObject([400, { field }]);
  });

  test("refuses two columns for one thing, and starting without consent", async () => {
    const view = await upload("email,other\na@sample.example,b@sample.example\n");
    const twice = await change(view, { columns: ["email", "email"] });
    expect([twice.status, twice.body]).toMatchObject([400, { field: "columns" }]);
    const answer = await start(view, { hasConsent: false });
    expect([answer.status, answer.body]).toMatchObject([400, { field: "hasConsent" }]);
    expect(await at.ctx.db.subscriber.count()).toBe(0);
  });

  test("refuses more columns or rows than it can hold", async () => {
    const refused = async (content: string) => {
      const json = { fileName: "big.csv", content };
      const { status, body } = await call(createRoute, "POST", importEndpoints.list, { json });
      return [status, body, await at.ctx.db.subscriberImport.count()];
    };
    const columns = Array.from({ length: maxImportColumns + 1 }, (_, index) => `c${index}`);
    expect(await refused(`${columns.join(",")}\n`)).toEqual([
      400,
      { message: "The file has more than 200 columns. Remove some.", field: "content" },
      0,
    ]);
    expect(await refused(`email\n${"x\n".repeat(maxImportRows + 1)}`)).toEqual([
      400,
      {
        message: "The file has more than 500,000 rows. Split it into smaller ones.",
        field: "content",
      },
      0,
    ]);
  });

  test("accepts a long first value that ends in an emoji", async () => {
    const view = await upload(`email,bio\nann@example.com,${"x".repeat(199)}😀\n`);
    expect(view.columns[1]?.firstValue).toBe("x".repeat(199));
  });

  test("a discarded file is gone, and who had it is recorded", async () => {
    const view = await upload("email\na@sample.example\n");
    const one = () => call(getRoute, "GET", importEndpoints.one(view.id), { id: view.id });
    expect((await one()).status).toBe(200);
    const path = importEndpoints.one(view.id);
    await call(problemsRoute, "GET", importEndpoints.problems(view.id), { id: view.id });
    expect((await call(discardRoute, "DELETE", path, { id: view.id })).status).toBe(200);
    expect((await one()).status).toBe(404);
    expect((await call(discardRoute, "DELETE", path, { id: view.id })).status).toBe(404);
    const events = await at.ctx.db.auditEvent.findMany({
      where: { subject: `import:${view.id}` },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ actor, action }) => [actor.split("-")[0], action])).toEqual([
      ["admin:admin", "import.uploaded"],
      ["admin:admin", "import.problems_downloaded"],
      ["admin:admin", "import.discarded"],
    ]);
  });
});

describe("an import", () => {
  test("is stored once, by several workers, and forgets the file", async () => {
    const lines = Array.from({ length: 2_500 }, (_, index) => `p${index}@sample.example`);
    const view = await upload(`email\n${lines.join("\n")}\n`);
    await change(view, { fixes: { "3": { email: "fixed@sample.example" } } });
    expect((await start(view)).status).toBe(200);
    expect((await start(view)).status).toBe(409);
    await Promise.all([runImports(at.ctx), runImports(at.ctx)]);
    await runImports(at.ctx);
    expect(await get(view)).toMatchObject({
      state: "done",
      total: 2_500,
      processed: 2_500,
      counts: { added: 2_500, updated: 0, unchanged: 0, rejected: 0 },
    });
    expect(await at.ctx.db.subscriber.count()).toBe(2_500);
    const stored = await at.ctx.db.subscriberImport.findUniqueOrThrow({ where: { id: view.id } });
    expect(stored.content).toBeNull();
    expect(JSON.stringify(stored)).not.toContain("sample.example");
    const where = { subject: `import:${view.id}`, action: "subscribers.imported" };
    expect(await at.ctx.db.auditEvent.count({ where })).toBe(1);
  });

  test("changes only what the file says, and never turns a channel on again", async () => {
    await at.ctx.db.subscriber.create({
      data: {
        email: "a@sample.example",
        name: "Ann",
        phone: "+14155550100",
        timezone: "Europe/London",
        emailEnabled: false,
        smsEnabled: true,
        smsConsentAt: new Date("2026-01-01T00:00:00Z"),
        subscriptions: { create: { status: "active", paddleSubscriptionId: "sub_1" } },
      },
    });
    await importAll("email,full name,phone,shoes\na@sample.example,Ann Whitaker,+14155550199,x\n");
    expect(await people()).toEqual([
      {
        email: "a@sample.example",
        name: "Ann Whitaker",
        phone: "+14155550100",
        timezone: "Europe/London",
        emailEnabled: false,
        smsEnabled: true,
        subscriptions: [{ status: "active" }],
      },
    ]);
  });
});

describe("undoing", () => {
  test("removes who was added, and gives the others their old data back", async () => {
    await at.ctx.db.subscriber.create({
      data: { email: "old@sample.example", name: "Old", timezone: "Europe/London" },
    });
    const before = await people();
    const view = await importAll(
      "email,name,timezone\nold@sample.example,New,America/Denver\nnew@sample.example,N,\n",
    );
    expect((await people()).map(({ name }) => name)).toEqual(["N", "New"]);
    expect((await get(view)).canUndo).toBe(true);
    const answer = await undo(view);
    expect(importUndoneSchema.parse(answer.body)).toEqual({ removed: 1, restored: 1, kept: 0 });
    expect(await people()).toEqual(before);
    expect((await undo(view)).status).toBe(409);
    expect((await get(view)).state).toBe("undone");
  });

  test("keeps people who have subscribed or changed something since", async () => {
    await at.ctx.db.subscriber.create({ data: { email: "old@sample.example", name: "Old" } });
    const view = await importAll("email,name\nold@sample.example,New\nbuyer@sample.example,B\n");
    const [buyer, old] = await at.ctx.db.subscriber.findMany({ orderBy: { email: "asc" } });
    await at.ctx.db.subscription.create({
      data: { subscriberId: buyer?.id ?? 0, status: "trialing", paddleSubscriptionId: "sub_2" },
    });
    await at.ctx.db.subscriber.update({
      where: { id: old?.id ?? 0 },
      data: { name: "Mine", updatedAt: new Date("2026-11-20T15:30:00Z") },
    });
    expect((await undo(view)).body).toEqual({ removed: 0, restored: 0, kept: 1 });
    expect((await people()).map(({ name }) => name)).toEqual(["B", "Mine"]);
  });

  test("isn't possible once a briefing was planned, or after a newer import", async () => {
    const first = await importAll("email\na@sample.example\n");
    const second = await importAll("email\nb@sample.example\n");
    expect((await undo(first)).status).toBe(409);
    const { imports } = importListSchema.parse(
      (await call(listRoute, "GET", importEndpoints.list)).body,
    );
    expect(imports.map(({ id, canUndo }) => [id, canUndo])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
    const { id } = await at.ctx.db.subscriber.findFirstOrThrow({
      where: { email: "b@sample.example" },
    });
    const localDate = toDatabaseDate("2026-11-23");
    const opensAt = new Date("2026-11-23T12:45:00Z");
    await at.ctx.db.deliverySlot.create({
      data: {
        localDate,
        timezone: "America/New_York",
        channel: "email",
        opensAt,
        closesAt: new Date("2026-11-23T15:00:00Z"),
        plannedAt: opensAt,
      },
    });
    await at.ctx.db.delivery.create({
      data: {
        localDate,
        channel: "email",
        subscriberId: id,
        timezone: "America/New_York",
        batchId: 1n,
        editionId: 1,
      },
    });
    expect((await undo(second)).status).toBe(409);
    expect(await at.ctx.db.subscriber.count()).toBe(2);
  });

  test("stops an import that is running", async () => {
    const view = await upload("email\na@sample.example\n");
    expect((await start(view)).status).toBe(200);
    expect((await undo(view)).status).toBe(200);
    await runImports(at.ctx);
    expect(await at.ctx.db.subscriber.count()).toBe(0);
  });
});
