import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as CALENDAR } from "@/app/api/daily-messages/calendar/route";
import { POST as PREVIEW } from "@/app/api/daily-messages/preview/route";
import { POST as SAVE } from "@/app/api/daily-messages/route";
import { GET as PROGRESS } from "@/app/api/daily-messages/progress/route";
import { POST as TEST } from "@/app/api/daily-messages/test/route";
import { toDatabaseDate } from "@/lib/calendar/days";
import type { Context } from "@/lib/domain/context";
import { createBriefingRenderer } from "@/lib/mail/briefing-renderer";
import {
  absentMail,
  absentSms,
  startApi,
  type ApiClient,
  type ApiHarness,
} from "@/tests/support/api";

let api: ApiHarness;
let admin: ApiClient;

const sendBatch = vi.fn<Context["mail"]["sendBatch"]>();
const sendText = vi.fn<Context["sms"]["send"]>();

const editorCalendar = (query = "") =>
  admin.call(CALENDAR, "GET", `/api/daily-messages/calendar${query}`);
const preview = (json: unknown) =>
  admin.call(PREVIEW, "POST", "/api/daily-messages/preview", { json });
const save = (json: unknown) => admin.call(SAVE, "POST", "/api/daily-messages", { json });
const sendTest = (json: unknown, client = admin) =>
  client.call(TEST, "POST", "/api/daily-messages/test", { json });
const progress = (date: string) =>
  admin.call(PROGRESS, "GET", `/api/daily-messages/progress?date=${date}`);

async function addMessage(date: string, message: string, isActive = true): Promise<number> {
  const row = await api.ctx.db.dailyMessage.create({
    data: { localDate: toDatabaseDate(date), message, isActive, createdAt: api.ctx.clock.now() },
  });
  return row.id;
}

async function addPost(date: string, slug: string, createdAt: string): Promise<number> {
  const row = await api.ctx.db.post.create({
    data: {
      slug,
      title: `Post ${slug}`,
      localDate: toDatabaseDate(date),
      content: "Some **text**",
      readTime: 1,
      createdAt: new Date(createdAt),
    },
  });
  return row.id;
}

/** The days of an editor calendar, each on one line with its messages, posts, and states. */
function daysOf(body: unknown): string[] {
  if (typeof body !== "object" || !body || !("days" in body) || !Array.isArray(body.days))
    return [];
  return body.days.map(
    (day: {
      date: string;
      messages: { message: string; isActive: boolean }[];
      posts: { slug: string }[];
      hasStarted: boolean;
      isOver: boolean;
    }) =>
      [
        day.date,
        ...day.messages.map(({ message, isActive }) => `${message}${isActive ? "" : " (off)"}`),
        ...day.posts.map(({ slug }) => `/r/${slug}`),
        ...(day.hasStarted ? ["started"] : []),
        ...(day.isOver ? ["over"] : []),
      ].join(" "),
  );
}

beforeAll(async () => {
  const renderer = createBriefingRenderer();
  api = await startApi({
    parts: {
      briefing: renderer,
      mail: { ...absentMail, sendBatch },
      sms: { ...absentSms, send: sendText },
    },
  });
});

afterAll(() => api.close());

beforeEach(async () => {
  await api.ctx.db.dailyMessage.deleteMany();
  await api.ctx.db.post.deleteMany();
  await api.ctx.db.deliverySlot.deleteMany();
  await api.ctx.db.edition.deleteMany();
  await api.ctx.db.rateLimit.deleteMany();
  // A Wednesday, 13:00 in London and 8:00 in New York.
  api.setTime("2025-03-05T13:00:00.000Z");
  admin = await api.adminClient();
  sendBatch.mockReset().mockResolvedValue({
    state: "answered",
    results: [{ state: "accepted", providerMessageId: "m" }],
  });
  sendText.mockReset().mockResolvedValue({ state: "accepted", providerMessageId: "s" });
});

describe("GET /api/daily-messages/calendar", () => {
  test("returns the next briefing and whole weeks with their messages and posts", async () => {
    const id = await addMessage("2025-03-06", "Tomorrow’s message");
    await addMessage("2025-03-06", "Other message", false);
    await addMessage("2025-03-04", "Yesterday’s message");
    await addPost("2025-03-06", "a1", "2025-03-01T00:00:00Z");
    const newer = await addPost("2025-03-06", "b2", "2025-03-02T00:00:00Z");
    const draft = await addPost("2025-03-07", "c3", "2025-03-02T00:00:00Z");
    await api.ctx.db.post.update({ where: { id: draft }, data: { isDraft: true } });
    const { status, body } = await editorCalendar();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      now: "2025-03-05T13:00:00.000Z",
      newYorkDate: "2025-03-05",
      siteUrl: "http://localhost:3000",
      longestMessage: 1573,
      emailLeadMinutes: 15,
      today: "2025-03-05",
      next: {
        opensAt: "2025-03-06T07:45:00.000Z",
        // The 7th has a draft, and then comes a weekend.
        freeDate: "2025-03-10",
        smsText: "Tomorrow’s message\nhttp://localhost:3000/r/b2",
        day: {
          date: "2025-03-06",
          isWeekday: true,
          messages: [{ id, message: "Tomorrow’s message" }, { message: "Other message" }],
          posts: [{ id: newer, slug: "b2", title: "Post b2" }, { slug: "a1" }],
        },
      },
    });
    expect(daysOf(body)).toEqual([
      "2025-03-03 over",
      "2025-03-04 Yesterday’s message over",
      "2025-03-05",
      "2025-03-06 Tomorrow’s message Other message (off) /r/b2 /r/a1",
      ...Array.from({ length: 17 }, (_, index) => `2025-03-${String(index + 7).padStart(2, "0")}`),
    ]);
  });

  test.each([
    ["2025-03-03T07:00:00.000Z", "2025-03-03", 14, "2025-03-03", "on Monday before London starts"],
    ["2025-03-03T07:45:00.000Z", "2025-03-04", 14, "2025-03-03", "once London has started"],
    ["2025-03-07T20:00:00.000Z", "2025-03-10", 21, "2025-03-03", "over the weekend"],
    ["2025-03-08T12:00:00.000Z", "2025-03-10", 14, "2025-03-10", "on a Saturday"],
    // Clocks go forward on March 9 in New York and on March 30 in London.
    ["2025-03-31T06:44:00.000Z", "2025-03-31", 14, "2025-03-31", "in summer time"],
  ])("at %s, the next briefing is %s", async (now, next, dayCount, firstDay) => {
    api.setTime(now);
    admin = await api.adminClient();
    const { body } = await editorCalendar();
    expect(body).toMatchObject({ next: { day: { date: next }, smsText: null } });
    expect(daysOf(body)).toHaveLength(dayCount);
    expect(daysOf(body)[0]).toMatch(firstDay);
  });

  test("returns the two weeks from another Monday, and what has started", async () => {
    await addMessage("2025-02-19", "Old message");
    const edition = await api.ctx.db.edition.create({
      data: {
        localDate: toDatabaseDate("2025-02-19"),
        number: 1,
        dailyMessageId: 1,
        contentHash: "x",
        smsText: "Old message",
        emailSubject: "s",
        emailHtml: "h",
        emailText: "t",
      },
    });
    await api.ctx.db.deliverySlot.create({
      data: {
        localDate: toDatabaseDate("2025-02-19"),
        timezone: "Europe/London",
        channel: "sms",
        editionId: edition.id,
        opensAt: new Date("2025-02-19T08:00:00Z"),
        closesAt: new Date("2025-02-19T10:00:00Z"),
      },
    });
    const { body } = await editorCalendar("?from=2025-02-20");
    expect(daysOf(body)).toHaveLength(14);
    expect(daysOf(body).slice(0, 3)).toEqual([
      "2025-02-17 over",
      "2025-02-18 over",
      "2025-02-19 Old message started over",
    ]);
    expect(await editorCalendar("?from=2025-02-30")).toMatchObject({
      status: 400,
      body: { message: "Please enter a date as YYYY-MM-DD", field: "from" },
    });
  });
});

describe("POST /api/daily-messages/preview", () => {
  const input = { date: "2025-03-06", message: "1. One\n2. Two" };

  test("returns the text and email without a post", async () => {
    const { status, body } = await preview(input);
    expect(status).toBe(200);
    expect(body).toEqual({
      smsText: "1. One\n2. Two",
      email: {
        subject: "One",
        html: expect.stringContaining("Two"),
        text: expect.stringContaining("1. One"),
      },
      version: null,
      lines: ["One", "Two"],
      headings: [],
      page: null,
      post: null,
      otherPosts: [],
    });
  });

  test("shows what is saved where nothing is being written, and the page", async () => {
    const content = "## One\n\nA.\n\n## Two\n\nB.\n\n## Three\n\nC.";
    const post = { slug: "zz", title: "Unsaved", content, readTime: 1 };
    const empty = await preview({ date: "2025-03-06", post });
    expect(empty).toMatchObject({
      status: 200,
      body: { smsText: null, email: null, headings: ["One", "Two", "Three"], page: post },
    });
    await addMessage("2025-03-06", "1. Saved");
    const { body } = await preview({ date: "2025-03-06", post });
    expect(body).toMatchObject({
      smsText: "1. Saved\nhttp://localhost:3000/r/zz",
      email: { subject: "Unsaved", html: expect.stringContaining("Three") },
      lines: ["Saved"],
      post: null,
    });
  });

  test("includes the newest post, lists the others, and has no personal links", async () => {
    await addPost("2025-03-06", "a1", "2025-03-01T00:00:00Z");
    await addPost("2025-03-06", "b2", "2025-03-02T00:00:00Z");
    const { body } = await preview(input);
    expect(body).toMatchObject({
      smsText: "1. One\n2. Two\nhttp://localhost:3000/r/b2",
      email: { subject: "Post b2" },
      post: { slug: "b2", title: "Post b2" },
      otherPosts: [{ slug: "a1", title: "Post a1" }],
    });
    expect(JSON.stringify(body)).not.toContain("unsubscribe.invalid");
    expect(JSON.stringify(body)).toContain("http://localhost:3000/account");
  });

  test("escapes markup in the message", async () => {
    const { body } = await preview({ ...input, message: "<script>alert(1)</script> “q” 📈" });
    expect(body).toMatchObject({
      smsText: "<script>alert(1)</script> “q” 📈",
      email: { html: expect.stringMatching(/^(?!.*<script).*&lt;script&gt;/s) },
    });
  });

  // Each rule of saving, one by one.
  test.each([
    [{ message: " " }, "Please enter a message", "message"],
    [{ message: "\u200b\u2800\u00ad" }, "Please enter a message", "message"],
    [{ message: 1 }, "Please enter a message", "message"],
    [
      { message: "x".repeat(1_574) },
      "Messages can be up to 1,573 characters, so one text fits the message and its link.",
      "message",
    ],
    [{ date: "soon" }, "Please enter a date as YYYY-MM-DD", "date"],
    [{ date: "2025-02-30" }, "Please enter a date as YYYY-MM-DD", "date"],
  ])("refuses %j like saving and sending a test do", async (change, message, field) => {
    const refusal = { status: 400, body: { message, field } };
    expect(await preview({ ...input, ...change })).toMatchObject(refusal);
    expect(await save({ ...input, ...change })).toMatchObject(refusal);
    const email = "editor@threeline.example";
    expect(await sendTest({ ...input, ...change, email })).toMatchObject(refusal);
    expect(sendBatch).not.toHaveBeenCalled();
  });

  test("shows the longest message that can be saved, without control characters", async () => {
    const message = `${"x".repeat(1_571)}\u0007\r\ny`;
    const { status, body } = await preview({ ...input, message });
    expect(status).toBe(200);
    const saved = await save({ ...input, message });
    expect(saved).toMatchObject({ status: 201, body: { message: `${"x".repeat(1_571)}\ny` } });
    expect(body).toMatchObject({ smsText: `${"x".repeat(1_571)}\ny` });
  });
});

describe("POST /api/daily-messages/test", () => {
  const input = { date: "2025-03-06", message: "Text" };
  const email = "editor@threeline.example";
  const phoneNumber = "+1 (415) 555-2671";

  test("sends a marked email and text and records who sent them", async () => {
    await addPost("2025-03-06", "b2", "2025-03-02T00:00:00Z");
    const answer = await sendTest({ ...input, email, phoneNumber });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      message: "Sent to editor@threeline.example and +14155552671.",
    });
    const [[mail], options] = sendBatch.mock.calls[0] ?? [[]];
    expect(mail).toMatchObject({ to: email, subject: "Test: Post b2" });
    expect(options).toMatchObject({ stream: "transactional" });
    expect(sendText.mock.calls).toEqual([
      [{ to: "+14155552671", body: "Test: Text\nhttp://localhost:3000/r/b2" }],
    ]);
    const event = await api.ctx.db.auditEvent.findFirst({ orderBy: { id: "desc" } });
    expect(event).toMatchObject({ action: "briefing.tested", subject: "briefing:2025-03-06" });
    expect(await api.ctx.db.delivery.count()).toBe(0);
  });

  test("sends an email alone", async () => {
    expect((await sendTest({ ...input, email })).body).toEqual({
      message: "Sent to editor@threeline.example.",
    });
    expect(sendText).not.toHaveBeenCalled();
  });

  test.each([
    [{}, 400, { message: "Please enter an email address or a phone number", field: "email" }],
    [{ email: "x" }, 400, { message: "Please enter a valid email address", field: "email" }],
    [
      { phoneNumber: "+1 555" },
      400,
      {
        message: "Please enter a valid phone number, including the country code.",
        field: "phoneNumber",
      },
    ],
    [{ email, message: "" }, 400, { message: "Please enter a message", field: "message" }],
  ])("refuses %j", async (change, status, body) => {
    const answer = await sendTest({ ...input, ...change });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual(body);
    expect(sendBatch).not.toHaveBeenCalled();
    expect(sendText).not.toHaveBeenCalled();
  });

  test("says which of the two wasn't sent", async () => {
    sendText.mockResolvedValueOnce({
      state: "refused",
      reason: "opted_out",
      code: 1,
      detail: "21610",
    });
    const stopped = await sendTest({ ...input, email, phoneNumber });
    expect(stopped.status).toBe(409);
    expect(stopped.body).toEqual({
      message:
        "The email was sent. This number unsubscribed from our texts. Reply START to one of them to resubscribe.",
    });
    sendBatch.mockResolvedValueOnce({ state: "unknown", detail: "timeout" });
    expect(await sendTest({ ...input, email })).toMatchObject({
      status: 502,
      body: { message: "The email wasn’t sent. Please try again in a moment." },
    });
    sendBatch.mockResolvedValueOnce({
      state: "answered",
      results: [{ state: "refused", reason: "inactive_recipient", code: 1, detail: "406" }],
    });
    expect(await sendTest({ ...input, email })).toMatchObject({
      status: 409,
      body: { message: "The email provider doesn’t deliver to this address.", field: "email" },
    });
    sendText.mockResolvedValueOnce({ state: "unauthorized", detail: "401" });
    expect(await sendTest({ ...input, phoneNumber: "+14155552672" })).toMatchObject({
      status: 502,
      body: { message: "The text wasn’t sent. Please try again in a moment." },
    });
  });

  test("is limited to 20 tests an hour per editor and one text per number in 30 seconds", async () => {
    for (let index = 0; index < 20; index += 1) {
      expect((await sendTest({ ...input, email })).status).toBe(200);
    }
    const refused = await sendTest({ ...input, email });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("3600");
    const other = await api.adminClient();
    expect((await sendTest({ ...input, phoneNumber }, other)).status).toBe(200);
    expect(await sendTest({ ...input, phoneNumber }, other)).toMatchObject({
      status: 429,
      body: { message: "Too many attempts. Please try again in 30 seconds." },
    });
  });
});

describe("GET /api/daily-messages/progress", () => {
  test("counts each zone's deliveries and which zones have started or closed", async () => {
    const { db } = api.ctx;
    const date = toDatabaseDate("2025-03-05");
    const edition = await db.edition.create({
      data: {
        localDate: date,
        number: 1,
        dailyMessageId: 1,
        contentHash: "x",
        smsText: "s",
        emailSubject: "s",
        emailHtml: "h",
        emailText: "t",
      },
    });
    const slot = await db.deliverySlot.create({
      data: {
        localDate: date,
        timezone: "America/New_York",
        channel: "email",
        editionId: edition.id,
        opensAt: new Date("2025-03-05T12:45:00Z"),
        closesAt: new Date("2025-03-05T15:00:00Z"),
      },
    });
    const batch = await db.deliveryBatch.create({ data: { slotId: slot.id, size: 3 } });
    await db.delivery.createMany({
      data: ["accepted", "excluded", "pending"].map((state, index) => ({
        localDate: date,
        channel: "email",
        subscriberId: index + 1,
        timezone: "America/New_York",
        batchId: batch.id,
        editionId: edition.id,
        state,
        ...(state === "pending" ? {} : { finalizedAt: new Date("2025-03-05T12:46:00Z") }),
        ...(state === "excluded" ? { reason: "stop" } : {}),
      })),
    });
    const none = {
      toSend: 0,
      accepted: 0,
      delivered: 0,
      pending: 0,
      excluded: 0,
      failed: 0,
      missed: 0,
      state: "nobody",
    };
    const empty = { hasStarted: false, state: "nobody", missedPeople: 0, email: none, sms: none };
    const { status, body } = await progress("2025-03-05");
    await db.delivery.deleteMany();
    await db.deliveryBatch.deleteMany();
    expect(status).toBe(200);
    expect(body).toEqual({
      date: "2025-03-05",
      now: "2025-03-05T13:00:00.000Z",
      message: "none",
      zones: [
        {
          ...empty,
          timezone: "Europe/London",
          opensAt: "2025-03-05T07:45:00.000Z",
          closesAt: "2025-03-05T10:00:00.000Z",
        },
        {
          ...empty,
          timezone: "America/New_York",
          opensAt: "2025-03-05T12:45:00.000Z",
          closesAt: "2025-03-05T15:00:00.000Z",
          hasStarted: true,
          state: "sending",
          email: { ...none, toSend: 2, accepted: 1, pending: 1, excluded: 1, state: "sending" },
        },
        ...[
          ["America/Chicago", "2025-03-05T13:45:00.000Z", "2025-03-05T16:00:00.000Z"],
          ["America/Denver", "2025-03-05T14:45:00.000Z", "2025-03-05T17:00:00.000Z"],
          ["America/Los_Angeles", "2025-03-05T15:45:00.000Z", "2025-03-05T18:00:00.000Z"],
        ].map(([timezone, opensAt, closesAt]) => ({ ...empty, timezone, opensAt, closesAt })),
      ],
    });
  });

  test("has no zones on a weekend and refuses an invalid date", async () => {
    expect((await progress("2025-03-08")).body).toMatchObject({ zones: [] });
    expect(await progress("x")).toMatchObject({
      status: 400,
      body: { message: "Please enter a date as YYYY-MM-DD", field: "date" },
    });
  });
});

test("every call requires an administrator", async () => {
  admin = api.client();
  const answers = [
    await editorCalendar(),
    await preview({}),
    await sendTest({}),
    await progress("2025-03-05"),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: "Please log in to continue." });
  }
});
