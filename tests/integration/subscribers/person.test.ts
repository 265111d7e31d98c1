import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as personRoute } from "@/app/api/admin/subscribers/[id]/route";
import { POST as bulkRoute } from "@/app/api/admin/subscribers/bulk/route";
import { POST as cancelRoute } from "@/app/api/admin/subscribers/[id]/cancel/route";
import { POST as eraseRoute } from "@/app/api/admin/subscribers/[id]/erase/route";
import { GET as exportRoute } from "@/app/api/admin/subscribers/[id]/export/route";
import { POST as linkRoute } from "@/app/api/admin/subscribers/[id]/login-link/route";
import { POST as notesRoute } from "@/app/api/admin/subscribers/[id]/notes/route";
import { POST as pauseRoute } from "@/app/api/admin/subscribers/[id]/pause/route";
import { POST as phoneRoute } from "@/app/api/admin/subscribers/[id]/phone/route";
import { POST as resendRoute } from "@/app/api/admin/subscribers/[id]/resend/route";
import { POST as resumeRoute } from "@/app/api/admin/subscribers/[id]/resume/route";
import { POST as suppressRoute } from "@/app/api/admin/subscribers/[id]/suppress/route";
import { GET as timelineRoute } from "@/app/api/admin/subscribers/[id]/timeline/route";
import { POST as timezoneRoute } from "@/app/api/admin/subscribers/[id]/timezone/route";
import { POST as unsuppressRoute } from "@/app/api/admin/subscribers/[id]/unsuppress/route";
import { personSchema, timelineSchema } from "@/lib/contracts/admin/person";
import { limits } from "@/lib/contracts/limits";
import { mayDo, type AdminRole, type Permission } from "@/lib/contracts/roles";
import { provideContext } from "@/lib/http/route/context";
import { openAdminClient, type ApiClient } from "@/tests/support/api";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const monday = "2026-11-23";

const harness = useForFile(startDelivery);
let owner: ApiClient;

beforeAll(async () => {
  provideContext(harness.ctx);
});
afterAll(() => {
  provideContext(undefined);
});

beforeEach(async () => {
  await harness.reset();
  await harness.setTime("2026-11-23T12:00:00Z");
  owner = await openAdminClient(harness.ctx);
});

const pathOf = (id: number, rest = "") => `/api/admin/subscribers/${id}${rest}`;

async function personOf(id: number) {
  const params = { id: String(id) };
  const { status, body } = await owner.call(personRoute, "GET", pathOf(id), { params });
  expect(status).toBe(200);
  return personSchema.parse(body);
}

async function timelineOf(id: number, query = "") {
  const params = { id: String(id) };
  const path = pathOf(id, `/timeline${query}`);
  return timelineSchema.parse((await owner.call(timelineRoute, "GET", path, { params })).body);
}

const titlesOf = async (id: number, query = "") =>
  (await timelineOf(id, query)).entries.map(({ title }) => title);

const routes = {
  resend: resendRoute,
  pause: pauseRoute,
  resume: resumeRoute,
  "login-link": linkRoute,
  suppress: suppressRoute,
  unsuppress: unsuppressRoute,
  timezone: timezoneRoute,
  phone: phoneRoute,
  cancel: cancelRoute,
  erase: eraseRoute,
  notes: notesRoute,
};

async function act(name: keyof typeof routes, id: number, json: object, client = owner) {
  const params = { id: String(id) };
  const path = pathOf(id, `/${name}`);
  const { status, body } = await client.call(routes[name], "POST", path, { params, json });
  return { status, body };
}

const why = "They asked on the phone";
const currentPassword = "correct horse battery";

async function sendMonday() {
  await harness.addMessage(monday);
  await harness.setTime("2026-11-23T13:00:00Z");
  await harness.run();
}

describe("GET /api/admin/subscribers/{id}", () => {
  test("says what they get next, when, and on which channel", async () => {
    const id = await harness.addSubscriber({ email: "ann@example.com", smsEnabled: true });
    const person = await personOf(id);
    expect(person.next).toEqual({
      localDate: monday,
      title: "Next briefing: Monday, November 23, by 8:00 AM",
      explanation: null,
    });
    expect(person.channels.map(({ gets, explanation }) => [gets, explanation])).toEqual([
      [true, "Email to ann@example.com"],
      [true, `Text to ${person.phone}`],
    ]);
    expect(person.strip).toHaveLength(61);
  });

  test.each([
    [{ status: "canceled" }, "The subscription ended."],
    [{ status: "paused" }, "The subscription is paused at Paddle."],
    [{ emailEnabled: false }, "Email and texts are both off."],
    [{ stoppedAt: new Date("2026-11-01") }, "They stopped it, so nothing more is sent."],
  ])("says why nothing is coming: %j", async (options, explanation) => {
    const id = await harness.addSubscriber(options);
    const { title, localDate, explanation: found } = (await personOf(id)).next;
    expect([title, localDate, found]).toEqual(["No briefing is coming", null, explanation]);
  });

  test("says that nothing will arrive at a suppressed address", async () => {
    const id = await harness.addSubscriber({ email: "full@example.com" });
    await harness.ctx.db.suppression.create({
      data: {
        channel: "email",
        address: "full@example.com",
        reason: "hard_bounce",
        source: "postmark",
      },
    });
    const person = await personOf(id);
    expect(person.next.title).toBe("Nothing will arrive on Monday, November 23");
    expect(person.channels[0]).toMatchObject({
      gets: false,
      explanation: "Email is blocked: The address bounces.",
    });
  });

  test("answers 404 for an ID that nobody has", async () => {
    const params = { id: "999999" };
    const answer = await owner.call(personRoute, "GET", pathOf(999_999), { params });
    expect([answer.status, answer.body]).toEqual([404, { message: "No subscriber has this ID." }]);
  });
});

describe("the timeline", () => {
  test("joins both channels of a good day, and says why something wasn't sent", async () => {
    const both = await harness.addSubscriber({ smsEnabled: true });
    const stopped = await harness.addSubscriber({ smsEnabled: true, phone: "+14155559999" });
    await harness.ctx.db.suppression.create({
      data: { channel: "sms", address: "+14155559999", reason: "stop", source: "twilio" },
    });
    await sendMonday();
    expect(await titlesOf(both)).toEqual(["Email and text sent"]);
    const { entries } = await timelineOf(stopped);
    expect(entries.map(({ title, detail, tone }) => [title, detail, tone])).toEqual(
      expect.arrayContaining([
        ["Text not sent", "They replied STOP.", "off"],
        ["Email sent", null, "good"],
      ]),
    );
    expect((await personOf(stopped)).strip.at(-1)).toEqual({
      localDate: monday,
      email: "delivered",
      sms: "not_sent",
    });
  });

  test("shows a day off as such, and not as a gap", async () => {
    const id = await harness.addSubscriber();
    await harness.ctx.db.dayOff.create({
      data: { localDate: new Date(monday), actor: "admin:dana", createdAt: new Date(monday) },
    });
    await harness.setTime(`${monday}T20:00:00Z`);
    expect((await personOf(id)).strip.at(-1)).toEqual({
      localDate: monday,
      email: "day_off",
      sms: "day_off",
    });
    await harness.ctx.db.dayOff.deleteMany();
  });

  test("has pages without a gap, and parts", async () => {
    const id = await harness.addSubscriber();
    const subject = `subscriber:${id}`;
    await harness.ctx.db.auditEvent.createMany({
      data: Array.from({ length: 120 }, (_, index) => ({
        at: new Date(Date.parse("2026-11-01T00:00:00Z") + Math.floor(index / 3) * 60_000),
        actor: subject,
        action: index % 2 ? "subscriber.logged-in" : "payment.failed",
        subject,
      })),
    });
    const found: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await timelineOf(id, cursor && `?cursor=${cursor}`);
      found.push(...page.entries.map((entry) => entry.id));
      expect(page.moreCount).toBe(120 - found.length);
      cursor = page.nextCursor;
    }
    expect([found.length, new Set(found).size]).toEqual([120, 120]);
    expect(new Set(await titlesOf(id, "?kind=money"))).toEqual(new Set(["Payment failed"]));
    expect(await titlesOf(id, "?kind=deliveries")).toEqual([]);
  });
});

describe("an action", () => {
  test.each([
    ["resend", { why, channel: "email" }, "help"],
    ["pause", { why, from: monday, until: monday }, "help"],
    ["resume", { why }, "help"],
    ["login-link", { why }, "help"],
    ["suppress", { why, channel: "email" }, "help"],
    ["unsuppress", { why, channel: "email" }, "help"],
    ["timezone", { why, timezone: "Europe/London" }, "changeDetails"],
    ["phone", { why, phoneNumber: "+14155550100" }, "changeDetails"],
    ["cancel", { why, preference: "stop_immediately" }, "refund"],
    ["erase", { why, email: "x@example.com", currentPassword }, "manageData"],
    ["notes", { body: "A note" }, "view"],
  ] as const)("%s is for the roles that include it alone", async (name, json, permission) => {
    const id = await harness.addSubscriber();
    const roles: readonly AdminRole[] = ["owner", "editor", "support"];
    for (const role of roles) {
      const client = await openAdminClient(harness.ctx, role);
      const { status } = await act(name, 999_999, json, client);
      const isAllowed = mayDo(role, permission satisfies Permission);
      expect([role, status]).toEqual([role, isAllowed ? 404 : 403]);
    }
    expect(await harness.ctx.db.subscriber.count({ where: { id } })).toBe(1);
  });

  test("needs a reason", async () => {
    const id = await harness.addSubscriber();
    expect(await act("resume", id, { why: " " })).toEqual({
      status: 400,
      body: { message: "Please enter a reason.", field: "why" },
    });
  });

  test("resend sends today's briefing again, and is in the timeline with the reason", async () => {
    const id = await harness.addSubscriber({ email: "again@example.com" });
    await sendMonday();
    expect(await act("resend", id, { why, channel: "email" })).toEqual({
      status: 200,
      body: { message: "Today’s briefing was resent." },
    });
    expect((await harness.sent()).filter(({ to }) => to === "again@example.com")).toHaveLength(2);
    const entry = (await timelineOf(id)).entries.find(({ title }) => title.includes("resent"));
    expect(entry?.detail).toBe("Email. Reason: They asked on the phone");
    expect(entry?.by).toMatch(/^admin-/);
  });

  test("pause holds briefings back until resume", async () => {
    const id = await harness.addSubscriber({ email: "away@example.com" });
    const dates = { from: monday, until: "2026-11-27" };
    expect((await act("pause", id, { why, ...dates })).status).toBe(200);
    const paused = await personOf(id);
    expect([paused.pause, paused.status]).toEqual([dates, "paused"]);
    expect(paused.next).toEqual({
      localDate: "2026-11-30",
      title: "Next briefing: Monday, November 30, by 8:00 AM",
      explanation: "Paused through Nov 27, 2026.",
    });
    await sendMonday();
    expect(await harness.sent()).toEqual([]);
    expect((await act("resume", id, { why })).status).toBe(200);
    await harness.run();
    expect((await harness.sent()).map(({ to }) => to)).toEqual(["away@example.com"]);
    expect((await act("resume", id, { why })).body).toEqual({
      message: "Briefings aren’t paused.",
    });
    expect(await titlesOf(id)).toEqual(expect.arrayContaining(["Pause ended", "Briefings paused"]));
  });

  test.each([
    ["2026-11-25", "2026-11-24", "The last day must not be before the first."],
    ["2026-11-16", "2026-11-20", "The last day must not be in the past."],
    ["2026-11-23", "2028-01-01", "A pause can be at most a year long."],
  ])("pause refuses %s to %s", async (from, until, message) => {
    const id = await harness.addSubscriber();
    expect(await act("pause", id, { why, from, until })).toEqual({
      status: 400,
      body: { message, field: "until" },
    });
  });

  test("login-link emails a link to them alone", async () => {
    const id = await harness.addSubscriber({ email: "lost@example.com" });
    expect((await act("login-link", id, { why })).status).toBe(200);
    const [mail] = await harness.sent("email");
    expect(mail?.to).toBe("lost@example.com");
    expect(mail?.text).toContain("/auth/verify?token=");
    expect(mail?.text).toContain("Requested from our support team");
    expect(await titlesOf(id)).toContain("Login link sent");
  });

  test("suppress and unsuppress change our list and the provider's", async () => {
    const { db } = harness.ctx;
    const id = await harness.addSubscriber({ email: "Block@example.com" });
    expect((await act("suppress", id, { why, channel: "email" })).status).toBe(200);
    expect(await db.suppression.findFirst({ select: { address: true, reason: true } })).toEqual({
      address: "block@example.com",
      reason: "manual",
    });
    const path = "/sandbox/suppressions";
    expect((await act("unsuppress", id, { why, channel: "email" })).status).toBe(200);
    expect(await db.suppression.count()).toBe(0);
    expect(await harness.control("GET", path)).toEqual([]);
    expect((await act("unsuppress", id, { why, channel: "email" })).body).toEqual({
      message: "The address isn’t suppressed.",
    });
    expect((await titlesOf(id)).toSorted()).toEqual(["Address suppressed", "Suppression lifted"]);
  });

  test.each([
    ["sms", "stop", "They replied STOP. Only they can lift it, by replying START."],
    [
      "email",
      "spam_complaint",
      "They reported our email as spam, so the email provider won’t send to them.",
    ],
  ])("unsuppress leaves what only they can lift: %s %s", async (channel, reason, message) => {
    const id = await harness.addSubscriber({ email: "stay@example.com", phone: "+14155557777" });
    const address = channel === "sms" ? "+14155557777" : "stay@example.com";
    await harness.ctx.db.suppression.create({ data: { channel, address, reason, source: "x" } });
    expect(await act("unsuppress", id, { why, channel })).toEqual({
      status: 409,
      body: { message },
    });
    expect(await harness.ctx.db.suppression.count()).toBe(1);
  });

  test("timezone changes it with the same rules, by the admin", async () => {
    const id = await harness.addSubscriber();
    expect((await act("timezone", id, { why, timezone: "Europe/London" })).status).toBe(200);
    expect((await personOf(id)).timezone).toBe("Europe/London");
    const [entry] = (await timelineOf(id)).entries;
    expect(entry?.detail).toBe(
      "Eastern Time (ET) to London (GMT/BST). Reason: They asked on the phone",
    );
  });

  test("phone texts a code and changes nothing before they enter it", async () => {
    const id = await harness.addSubscriber({ phone: "+14155558888" });
    expect((await act("phone", id, { why, phoneNumber: "+1 415 555 0199" })).status).toBe(200);
    const [text] = await harness.sent("sms");
    expect(text?.to).toBe("+14155550199");
    const { phone, pendingPhone } = await personOf(id);
    expect([phone, pendingPhone]).toEqual(["+14155558888", "+14155550199"]);
  });

  test("cancel ends an imported subscription, by the admin", async () => {
    const id = await harness.addSubscriber();
    const preference = "stop_immediately";
    expect((await act("cancel", id, { why, preference })).status).toBe(200);
    expect((await personOf(id)).status).toBe("canceled");
    expect(await titlesOf(id)).toContain("Cancellation requested");
  });

  test("each change is recorded with what was before and after it", async () => {
    const id = await harness.addSubscriber({ email: "change@example.com" });
    const steps: [Parameters<typeof act>[0], object][] = [
      ["pause", { from: monday, until: "2026-11-27" }],
      ["resume", {}],
      ["timezone", { timezone: "Europe/London" }],
      ["suppress", { channel: "email" }],
      ["unsuppress", { channel: "email" }],
      ["cancel", { preference: "stop_immediately" }],
    ];
    for (const [action, more] of steps) {
      expect((await act(action, id, { why, ...more })).status).toBe(200);
    }
    expect((await act("notes", id, { body: "Moved" })).status).toBe(201);
    const events = await harness.ctx.db.auditEvent.findMany({
      where: { actor: { startsWith: "admin:" }, action: { not: { startsWith: "admin." } } },
      orderBy: { id: "desc" },
      take: steps.length + 1,
    });
    expect(events.toReversed().map(({ action, detail }) => [action, detail])).toMatchObject([
      ["briefings.paused", { before: null, after: { first: monday, last: "2026-11-27" }, why }],
      ["briefings.resumed", { before: { first: monday, last: "2026-11-27" }, after: null, why }],
      [
        "timezone.changed",
        { before: { timezone: "America/New_York" }, after: { timezone: "Europe/London" }, why },
      ],
      ["suppression.added", { after: { reason: "manual" }, why }],
      ["suppression.lifted", { before: { reason: "manual" }, why }],
      [
        "subscription.cancel",
        { before: { status: "active", stoppedAt: null }, after: { status: "canceled" }, why },
      ],
      ["note.added", { after: { note: "Moved" } }],
    ]);
  });

  test.each([{}, { currentPassword: "a wrong password" }])(
    "nobody is erased without the own password (%o)",
    async (proof) => {
      const id = await harness.addSubscriber({ email: "here@example.com" });
      expect(await act("erase", id, { why, email: "here@example.com", ...proof })).toEqual({
        status: 400,
        body: { message: "That isn’t your current password.", field: "currentPassword" },
      });
      expect(await harness.ctx.db.subscriber.count({ where: { id } })).toBe(1);
    },
  );

  test("erase needs the address, and leaves nothing", async () => {
    const id = await harness.addSubscriber({ email: "gone@example.com" });
    const erase = (email: string) => act("erase", id, { why, email, currentPassword });
    expect((await erase("other@example.com")).status).toBe(400);
    expect((await erase("GONE@example.com")).status).toBe(200);
    expect(await harness.ctx.db.subscriber.count({ where: { id } })).toBe(0);
    const events = await harness.ctx.db.auditEvent.findMany({
      where: { subject: `subscriber:${id}` },
    });
    expect(events.map(({ action, actor }) => [action, actor.split("-")[0]])).toEqual([
      ["account.deleted", "admin:admin"],
      ["account.erase_requested", "admin:admin"],
    ]);
  });

  test("a note is kept with its author, and is in the export", async () => {
    const id = await harness.addSubscriber();
    expect((await act("notes", id, { body: " Asked for an invoice " })).status).toBe(201);
    expect((await personOf(id)).notes).toMatchObject([{ body: "Asked for an invoice" }]);
    const params = { id: String(id) };
    const answer = await owner.call(exportRoute, "GET", pathOf(id, "/export"), { params });
    expect(answer.body).toMatchObject({ notes: [{ body: "Asked for an invoice" }] });
    expect(await titlesOf(id)).toContain("Data exported");
    const support = await openAdminClient(harness.ctx, "support");
    expect((await support.call(exportRoute, "GET", pathOf(id, "/export"), { params })).status).toBe(
      403,
    );
  });
});

describe("a bulk action", () => {
  const bulk = (json: object, client = owner) =>
    client.call(bulkRoute, "POST", "/api/admin/subscribers/bulk", { json });

  test("does it for each, audits each, and says for whom it couldn't", async () => {
    const ids = [await harness.addSubscriber(), 999_999, await harness.addSubscriber()];
    const dates = { from: monday, until: "2026-11-27" };
    expect((await bulk({ action: "pause", ids, why, ...dates })).body).toEqual({
      results: [
        { id: ids[0], isDone: true, problem: null },
        { id: 999_999, isDone: false, problem: "No subscriber has this ID." },
        { id: ids[2], isDone: true, problem: null },
      ],
    });
    expect(await harness.ctx.db.auditEvent.count({ where: { action: "briefings.paused" } })).toBe(
      2,
    );
    const channel = "email";
    expect((await bulk({ action: "suppress", ids, why, channel })).status).toBe(200);
    expect(await harness.ctx.db.suppression.count({ where: { reason: "manual" } })).toBe(2);
  });

  test.each(["email", "sms"] as const)(
    "resends today's briefing once to each who got it, by %s, also when it's pressed twice",
    async (channel) => {
      const got = [
        await harness.addSubscriber({ email: "one@example.com", smsEnabled: true }),
        await harness.addSubscriber({ email: "two@example.com", smsEnabled: true }),
      ];
      await sendMonday();
      const late = await harness.addSubscriber({ emailEnabled: false, smsEnabled: false });
      const copies = async () => {
        const all = (await harness.sent(channel)).map(({ to }) => to);
        return all.map((to) => all.filter((each) => each === to).length);
      };
      expect(await copies()).toEqual([1, 1]);
      const press = () => bulk({ action: "resend", channel, ids: [...got, late, ...got], why });
      expect((await press()).body).toEqual({
        results: [
          ...got.map((id) => ({ id, isDone: true, problem: null })),
          { id: late, isDone: false, problem: expect.stringMatching(/\w/) },
        ],
      });
      expect(await copies()).toEqual([2, 2, 2, 2]);
      expect((await press()).body).toMatchObject({
        results: got.concat(late).map((id) => ({ id, isDone: false })),
      });
      expect(await copies()).toEqual([2, 2, 2, 2]);
      const where = { action: "briefing.resent" };
      expect(await harness.ctx.db.auditEvent.findMany({ where })).toMatchObject(
        got.map(() => ({ detail: { channel, why } })),
      );
    },
  );

  test("resends texts to more people than one client address may text a day", async () => {
    const ids: number[] = [];
    for (let count = 0; count <= limits.textsPerAddressPerDay.hits; count += 1) {
      ids.push(await harness.addSubscriber({ smsEnabled: true }));
    }
    await sendMonday();
    expect((await bulk({ action: "resend", channel: "sms", ids, why })).body).toEqual({
      results: ids.map((id) => ({ id, isDone: true, problem: null })),
    });
  });

  test("sends one login link to each", async () => {
    const email = "link@example.com";
    const ids = [await harness.addSubscriber({ email })];
    expect((await bulk({ action: "login-link", ids: [...ids, ...ids], why })).status).toBe(200);
    expect((await harness.sent("email")).map(({ to }) => to)).toEqual([email]);
  });

  test("is capped, and not for editors", async () => {
    const ids = Array.from({ length: 51 }, (_, index) => index + 1);
    expect((await bulk({ action: "login-link", ids, why })).body).toEqual({
      message: "Please select at most 50 subscribers.",
      field: "ids",
    });
    const editor = await openAdminClient(harness.ctx, "editor");
    expect((await bulk({ action: "login-link", ids: [1], why }, editor)).status).toBe(403);
    const resend = { action: "resend", channel: "email", ids: [1], why };
    expect((await bulk(resend, editor)).status).toBe(403);
  });
});
