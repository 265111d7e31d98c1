import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as GET_ONE, PUT } from "@/app/api/posts/[id]/route";
import { GET, POST } from "@/app/api/posts/route";
import { GET as GET_BY_SLUG } from "@/app/api/r/[slug]/route";
import { GET as VERSIONS } from "@/app/api/posts/[id]/revisions/route";
import { GET as VERSION } from "@/app/api/posts/[id]/revisions/[number]/route";
import { GET as MESSAGE_VERSIONS } from "@/app/api/daily-messages/[id]/revisions/route";
import { PUT as UPDATE_MESSAGE } from "@/app/api/daily-messages/[id]/route";
import { POST as CREATE_MESSAGE } from "@/app/api/daily-messages/route";
import { POST as PRESENCE } from "@/app/api/admin/presence/route";
import { toDatabaseDate } from "@/lib/calendar/days";
import { listPostsOfMonth, listMonths } from "@/lib/domain/posts/archive/months";
import { searchPosts } from "@/lib/domain/posts/archive/search-posts";
import { findNeighbors } from "@/lib/domain/posts/neighbors";
import { listPublicPostsInFull } from "@/lib/domain/posts/read-posts";
import { listBriefingPosts } from "@/lib/domain/delivery/content/editions";
import { reportPresence } from "@/lib/domain/team/presence";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2025-03-05T12:00:00.000Z" }));
let admin: ApiClient;
let visitor: ApiClient;

const today = "2025-03-05";
const post = {
  slug: "aa",
  title: "Rates hold",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  content: "The Fed held its rate, quokka.",
  readTime: 2,
};

type Answer = { status: number; body: unknown };

function idOf({ body }: Answer): number {
  if (typeof body === "object" && body && "id" in body) return Number(body.id);
  throw new Error(`No id in ${JSON.stringify(body)}`);
}

const create = (change: object = {}) =>
  admin.call(POST, "POST", "/api/posts", { json: { ...post, ...change } });
const update = (id: number, change: object) =>
  admin.call(PUT, "PUT", `/api/posts/${id}`, {
    json: { ...post, ...change },
    params: { id: String(id) },
  });
const read = (id: number, client: ApiClient) =>
  client.call(GET_ONE, "GET", `/api/posts/${id}`, { params: { id: String(id) } });
const versions = (id: number) =>
  admin.call(VERSIONS, "GET", `/api/posts/${id}/revisions`, { params: { id: String(id) } });
const version = (id: number, number: number) =>
  admin.call(VERSION, "GET", `/api/posts/${id}/revisions/${number}`, {
    params: { id: String(id), number: String(number) },
  });

beforeAll(async () => {
  admin = await api.adminClient();
  visitor = api.client();
});
beforeEach(async () => {
  await api.ctx.db.post.deleteMany();
  await api.ctx.db.dailyMessage.deleteMany();
});

test("editors see the posts in a state, and readers only what is public", async () => {
  await create({ isDraft: true });
  await create({ slug: "bb" });
  await create({ slug: "cc", shortDate: "06 MAR", fullDate: "March 6, 2025" });
  const slugs = async (client: ApiClient, query: string) => {
    const { body } = await client.call(GET, "GET", `/api/posts${query}`);
    return Array.isArray(body) ? body.map(({ slug }: { slug: string }) => slug) : body;
  };
  expect(await slugs(admin, "")).toEqual(["cc", "bb", "aa"]);
  expect(await slugs(admin, "?state=draft")).toEqual(["aa"]);
  expect(await slugs(admin, "?state=scheduled")).toEqual(["cc"]);
  expect(await slugs(admin, "?state=published")).toEqual(["bb"]);
  expect(await slugs(visitor, "?state=draft")).toEqual(["bb"]);
});

test("a post has a subject line for its email, which stays until it's changed", async () => {
  const created = await create({ emailSubject: " Rates:\n what next? ", threadTerms: "rates" });
  const optional = { emailSubject: "Rates: what next?", threadTerms: "rates" };
  expect(created.body).toMatchObject(optional);
  const id = idOf(created);
  expect((await update(id, { title: "Rates still hold" })).body).toMatchObject(optional);
  expect((await read(id, admin)).body).toMatchObject({ emailSubject: "Rates: what next?" });
  expect((await read(id, visitor)).body).not.toHaveProperty("emailSubject");
  const [included] = await listBriefingPosts(api.ctx, today);
  expect(included).toMatchObject({ emailSubject: "Rates: what next?" });
  await update(id, { emailSubject: "" });
  expect((await read(id, admin)).body).toMatchObject({ emailSubject: null });
  expect(await create({ slug: "bb", emailSubject: "x".repeat(79) })).toMatchObject({
    status: 400,
    body: { message: "Email subjects can be up to 78 characters.", field: "emailSubject" },
  });
});

describe("a draft", () => {
  test("isn't in anything that readers, feeds, or subscribers get", async () => {
    const id = idOf(await create({ isDraft: true }));
    const other = idOf(await create({ slug: "bb", title: "Public", content: "Other." }));
    const list = await visitor.call(GET, "GET", "/api/posts");
    expect(list.body).toMatchObject([{ slug: "bb" }]);
    expect((await visitor.call(GET, "GET", "/api/posts?q=quokka")).body).toEqual([]);
    expect((await read(id, visitor)).status).toBe(404);
    const params = { slug: "aa" };
    expect((await visitor.call(GET_BY_SLUG, "GET", "/api/r/aa", { params })).status).toBe(404);
    const feed = await listPublicPostsInFull(api.ctx, 10);
    expect(feed.map(({ slug }) => slug)).toEqual(["bb"]);
    expect(await listMonths(api.ctx)).toEqual([{ month: "2025-03", count: 1 }]);
    expect(await listPostsOfMonth(api.ctx, "2025-03")).toMatchObject([{ slug: "bb" }]);
    for (const q of ["quokka", "quokks"]) {
      const search = { q, show: 10, exact: false };
      expect((await searchPosts(api.ctx, search)).months).toEqual([]);
    }
    expect(await findNeighbors(api.ctx, { id: other, localDate: today })).toEqual({
      previous: null,
      next: null,
    });
    expect(await listBriefingPosts(api.ctx, today)).toMatchObject([{ slug: "bb" }]);
  });

  test("is there for editors, says what it is, and keeps its slug", async () => {
    const id = idOf(await create({ isDraft: true }));
    expect((await read(id, admin)).body).toMatchObject({ isDraft: true, isScheduled: false });
    const list = await admin.call(GET, "GET", "/api/posts");
    expect(list.body).toMatchObject([{ slug: "aa", isDraft: true }]);
    expect((await create()).status).toBe(409);
  });

  test("stays one until someone says otherwise", async () => {
    const id = idOf(await create({ isDraft: true }));
    await update(id, { title: "Changed" });
    expect((await read(id, visitor)).status).toBe(404);
    await update(id, { isDraft: false });
    const published = await read(id, visitor);
    expect(published.status).toBe(200);
    expect(published.body).not.toHaveProperty("isDraft");
    await update(id, { isDraft: true });
    expect((await read(id, visitor)).status).toBe(404);
  });

  test("is refused unless isDraft is true or false", async () => {
    expect(await create({ isDraft: "yes" })).toMatchObject({
      status: 400,
      body: { message: "isDraft must be true or false." },
    });
  });
});

describe("the history", () => {
  test("has every save that changed something, by whom, and what it changed", async () => {
    const id = idOf(await create({ isDraft: true }));
    await update(id, { title: "Rates fall" });
    await update(id, { title: "Rates fall" });
    await update(id, { title: "Rates fall", content: "They fell.", isDraft: false });
    expect((await versions(id)).body).toMatchObject({
      revisions: [
        { number: 3, by: expect.stringMatching(/^admin-/), changed: ["isDraft", "content"] },
        { number: 2, by: expect.stringMatching(/^admin-/), changed: ["title"] },
        { number: 1, by: expect.stringMatching(/^admin-/) },
      ],
    });
    expect((await version(id, 2)).body).toMatchObject({
      fields: { title: "Rates fall", slug: "aa", date: today, readTime: "2", isDraft: "true" },
      before: { title: "Rates hold" },
    });
    expect((await version(id, 1)).body).toMatchObject({ before: null });
    expect((await version(id, 4)).status).toBe(404);
  });

  test("begins with what was stored before there was one", async () => {
    const { id } = await api.ctx.db.post.create({
      data: {
        slug: "cc",
        title: "Old",
        localDate: toDatabaseDate(today),
        content: "Old.",
        readTime: 1,
        createdAt: new Date("2025-01-02T00:00:00Z"),
      },
    });
    expect((await versions(id)).body).toEqual({ revisions: [] });
    await update(id, { slug: "cc" });
    expect((await versions(id)).body).toMatchObject({
      revisions: [
        { number: 2, by: expect.stringMatching(/^admin-/) },
        { number: 1, by: null, at: "2025-01-02T00:00:00.000Z" },
      ],
    });
    expect((await version(id, 1)).body).toMatchObject({
      fields: { title: "Old", content: "Old." },
    });
  });

  test("of a message has its saves, too", async () => {
    const json = { date: "2025-03-06", message: "1. One", isActive: false };
    const id = idOf(await admin.call(CREATE_MESSAGE, "POST", "/api/daily-messages", { json }));
    const params = { id: String(id) };
    await admin.call(UPDATE_MESSAGE, "PUT", `/api/daily-messages/${id}`, {
      json: { ...json, isActive: true },
      params,
    });
    const url = `/api/daily-messages/${id}/revisions`;
    expect((await admin.call(MESSAGE_VERSIONS, "GET", url, { params })).body).toMatchObject({
      revisions: [{ number: 2, changed: ["isActive"] }, { number: 1 }],
    });
  });
});

describe("two editors", () => {
  test("see each other until one leaves or is away for half a minute", async () => {
    const { db } = api.ctx;
    const other = await db.admin.create({
      data: { username: "priya", passwordHash: "-", role: "editor" },
    });
    const subject = "post:7";
    const report = async (isHere = true) =>
      (await admin.call(PRESENCE, "POST", "/api/admin/presence", { json: { subject, isHere } }))
        .body;
    expect(await report()).toEqual({ others: [] });
    expect(await reportPresence(api.ctx, { subject, isHere: true }, other.id)).toEqual([
      expect.stringMatching(/^admin-/),
    ]);
    expect(await report()).toEqual({ others: ["priya"] });
    await report(false);
    expect(await reportPresence(api.ctx, { subject, isHere: true }, other.id)).toEqual([]);
    api.setTime("2025-03-05T12:00:31.000Z");
    expect(await report()).toEqual({ others: [] });
  });
});
