import { beforeAll, beforeEach, expect, test } from "vitest";
import { GET as GET_ONE, PUT } from "@/app/api/posts/[id]/route";
import { toDatabaseDate } from "@/lib/calendar/days";
import { findThread } from "@/lib/domain/posts/archive/thread";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2025-03-05T12:00:00.000Z" }));
let admin: ApiClient;

beforeAll(async () => {
  admin = await api.adminClient();
});
beforeEach(async () => {
  await api.ctx.db.post.deleteMany();
});

async function addPost(slug: string, date: string, title: string, change: object = {}) {
  const content = `## ${title}\n\nText of ${slug}.`;
  const { id } = await api.ctx.db.post.create({
    data: {
      slug,
      title,
      localDate: toDatabaseDate(date),
      content,
      plainText: `${title} ${content}`,
      readTime: 1,
      ...change,
    },
  });
  return id;
}

/** Other posts, so that a few that share a word are a small part of all. */
async function addOthers(): Promise<void> {
  for (let index = 0; index < 60; index += 1) {
    const slug = `${String.fromCodePoint(110 + Math.floor(index / 26))}${String.fromCodePoint(97 + (index % 26))}`;
    await addPost(slug, "2024-01-02", `Ordinary${index.toString(36)}`);
  }
}

const slugsOf = async (id: number) => (await findThread(api.ctx, id)).posts.map(({ slug }) => slug);

test("a post leads to earlier public ones that share two rare words with its headings", async () => {
  await addOthers();
  await addPost("a1", "2025-01-02", "Container freight rates fall");
  await addPost("a2", "2025-01-03", "Copper mine floods");
  await addPost("a3", "2025-01-04", "Container freight is cheap again");
  await addPost("a4", "2025-01-05", "Freight trains stop");
  await addPost("a5", "2025-01-06", "Freight in a container: a draft", { isDraft: true });
  const id = await addPost("a6", "2025-03-05", "Freight rates for a container rise");
  await addPost("a7", "2025-03-06", "Container freight tomorrow");
  const { terms, posts } = await findThread(api.ctx, id);
  expect(terms).toEqual(expect.arrayContaining(["container", "freight", "rates"]));
  expect(terms).not.toContain("rise");
  expect(posts).toEqual([
    { slug: "a1", title: "Container freight rates fall", date: "2025-01-02" },
    { slug: "a3", title: "Container freight is cheap again", date: "2025-01-04" },
  ]);
});

test("words that many posts have say nothing", async () => {
  for (let index = 0; index < 45; index += 1) {
    const slug = `${"ab"[Math.floor(index / 26)]}${String.fromCodePoint(97 + (index % 26))}`;
    await addPost(slug, "2025-01-02", "Inflation and rates");
  }
  const id = await addPost("zz", "2025-03-05", "Inflation and rates");
  expect(await findThread(api.ctx, id)).toEqual({ terms: [], posts: [] });
});

test("an editor's terms replace the chosen ones, and a dash means none", async () => {
  await addPost("a1", "2025-01-02", "Container freight rates fall");
  await addPost("a2", "2025-01-03", "A mine for copper floods");
  const id = await addPost("a6", "2025-03-05", "Freight rates for a container rise");
  const save = (threadTerms: unknown) =>
    admin.call(PUT, "PUT", `/api/posts/${id}`, {
      json: {
        slug: "a6",
        title: "Freight rates for a container rise",
        shortDate: "05 MAR",
        fullDate: "March 5, 2025",
        content: "Text.",
        readTime: 1,
        threadTerms,
      },
      params: { id: String(id) },
    });
  expect((await save("copper, floods ,copper")).status).toBe(200);
  expect(await findThread(api.ctx, id)).toMatchObject({
    terms: ["copper", "floods"],
    posts: [{ slug: "a2" }],
  });
  await save("mine for copper");
  expect(await slugsOf(id)).toEqual(["a2"]);
  await save("copper for mine");
  expect(await slugsOf(id)).toEqual([]);
  await save("-");
  expect(await findThread(api.ctx, id)).toEqual({ terms: [], posts: [] });
  const params = { id: String(id) };
  const answer = await admin.call(GET_ONE, "GET", `/api/posts/${id}`, { params });
  expect(answer.body).toMatchObject({ threadTerms: "-", thread: { posts: [] } });
  await save(null);
  expect(await slugsOf(id)).toEqual(["a1"]);
  expect(await save("x".repeat(201))).toMatchObject({
    status: 400,
    body: { message: "Terms can have up to 200 characters together.", field: "threadTerms" },
  });
});

test("a post never leads to one with the same title", async () => {
  await addOthers();
  await addPost("a1", "2025-01-02", "Container freight rates fall");
  await addPost("a2", "2025-01-03", "Container freight is cheap again");
  const id = await addPost("a3", "2025-03-05", "Container freight rates fall");
  expect(await slugsOf(id)).toEqual(["a2"]);
});
