import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE, GET as GET_ONE, PUT } from "@/app/api/posts/[id]/route";
import { POST as RESTORE } from "@/app/api/posts/[id]/restore/route";
import { GET, POST } from "@/app/api/posts/route";
import { GET as GET_MOVED } from "@/app/api/posts/moved/route";
import { GET as GET_SLUGS } from "@/app/api/posts/slugs/route";
import { GET as GET_BY_SLUG } from "@/app/api/r/[slug]/route";
import { findLastPostChange } from "@/lib/domain/posts/read-posts";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2025-03-05T12:00:00.000Z" }));
let admin: ApiClient;
let visitor: ApiClient;

const march5 = {
  slug: "aa",
  title: "Rates hold",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  content: "# Rates\n\nThe **Fed** held its rate at [4.5 %](https://example.com/fed).",
  readTime: 2,
};

const list = async (client: ApiClient, query = "") => {
  const { body } = await client.call(GET, "GET", `/api/posts${query}`);
  return body;
};
const create = (json: unknown, client = admin) => client.call(POST, "POST", "/api/posts", { json });
const read = (id: unknown, client = visitor) =>
  client.call(GET_ONE, "GET", `/api/posts/${String(id)}`, { params: { id: String(id) } });
const readSlug = (slug: string, client = visitor) =>
  client.call(GET_BY_SLUG, "GET", `/api/r/${slug}`, { params: { slug } });
const update = (id: unknown, json: unknown, client = admin) =>
  client.call(PUT, "PUT", `/api/posts/${String(id)}`, { json, params: { id: String(id) } });
const remove = (id: unknown, client = admin) =>
  client.call(DELETE, "DELETE", `/api/posts/${String(id)}`, { params: { id: String(id) } });
const restore = (id: unknown, client = admin) =>
  client.call(RESTORE, "POST", `/api/posts/${String(id)}/restore`, { params: { id: String(id) } });

const slugs = (body: unknown) =>
  Array.isArray(body) ? body.map((post: { slug: string }) => post.slug) : body;

function statuses(answers: readonly { status: number }[]): number[] {
  return answers.map((answer) => answer.status).toSorted((left, right) => left - right);
}

function idOf(answer: { body: unknown }): number {
  const { body } = answer;
  if (typeof body === "object" && body && "id" in body && typeof body.id === "number") {
    return body.id;
  }
  throw new Error(`No id in ${JSON.stringify(body)}`);
}

beforeAll(async () => {
  admin = await api.adminClient();
  visitor = api.client();
});

beforeEach(async () => {
  await api.ctx.db.post.deleteMany();
  api.setTime("2025-03-05T12:00:00.000Z");
});

describe("POST /api/posts", () => {
  test("answers 201 with a post that everyone can read", async () => {
    const answer = await create(march5);
    const id = idOf(answer);
    const post = {
      id,
      slug: "aa",
      title: "Rates hold",
      shortDate: "05 MAR",
      fullDate: "March 5, 2025",
      readTime: 2,
      createdAt: "2025-03-05T12:00:00.000Z",
      updatedAt: null,
      content: "# Rates\n\nThe **Fed** held its rate at [4.5 %](https://example.com/fed).",
    };
    expect(answer).toMatchObject({ status: 201, body: { ...post, isScheduled: false } });
    expect((await read(id)).body).toEqual(post);
    expect((await readSlug("aa")).body).toEqual(post);
    expect(await list(visitor)).toEqual([
      {
        id,
        slug: "aa",
        title: "Rates hold",
        shortDate: "05 MAR",
        fullDate: "March 5, 2025",
        readTime: 2,
        preview: "The Fed held its rate at 4.5 %.",
        createdAt: "2025-03-05T12:00:00.000Z",
        updatedAt: null,
      },
    ]);
  });

  test("stores the title as one line without control characters", async () => {
    const answer = await create({ ...march5, title: " Rates\r\nhold\u0007 at\u20284.5\u00a0% " });
    expect(answer).toMatchObject({ status: 201, body: { title: "Rates hold at 4.5\u00a0%" } });
  });

  test("records its author in the audit log", async () => {
    const id = idOf(await create(march5));
    const [event] = await api.ctx.db.auditEvent.findMany({ where: { subject: `post:${id}` } });
    expect(event).toMatchObject({ action: "post.created" });
    expect(event?.actor).toMatch(/^admin:admin-/);
  });

  test.each([
    [{ slug: "abc" }, "Slug must be exactly 2 characters", "slug"],
    [{ slug: "" }, "Slug must be exactly 2 characters", "slug"],
    [{ slug: undefined }, "Slug must be exactly 2 characters", "slug"],
    [{ slug: "A1" }, "Only lowercase letters (a-z) and numbers (0-9) allowed", "slug"],
    [{ slug: "é1" }, "Only lowercase letters (a-z) and numbers (0-9) allowed", "slug"],
    [{ slug: "a\n" }, "Only lowercase letters (a-z) and numbers (0-9) allowed", "slug"],
    [{ title: "  " }, "Please enter a title", "title"],
    [{ title: "\u200b\u2060\u3164" }, "Please enter a title", "title"],
    [{ title: "\u0007\r\n" }, "Please enter a title", "title"],
    [{ title: undefined }, "Please enter a title", "title"],
    [{ title: "x".repeat(301) }, "Titles can be up to 300 characters.", "title"],
    [{ fullDate: "2025-03-05" }, "The post date must look like March 5, 2025.", "fullDate"],
    [{ fullDate: "February 30, 2025" }, "The post date must look like March 5, 2025.", "fullDate"],
    [{ shortDate: "06 MAR" }, "The short date 06 MAR doesn’t match March 5, 2025.", "shortDate"],
    [{ shortDate: undefined }, "The short date must look like 05 MAR.", "shortDate"],
    [{ content: undefined }, "The content must be text.", "content"],
    [{ content: 12 }, "The content must be text.", "content"],
    [{ readTime: 0 }, "Read time must be a whole number of at least 1.", "readTime"],
    [{ readTime: -1 }, "Read time must be a whole number of at least 1.", "readTime"],
    [{ readTime: 1.5 }, "Read time must be a whole number of at least 1.", "readTime"],
    [{ readTime: "3" }, "Read time must be a whole number of at least 1.", "readTime"],
    [{ readTime: 2 ** 31 }, "Read time must be a whole number of at least 1.", "readTime"],
    [{ readTime: undefined }, "Read time must be a whole number of at least 1.", "readTime"],
  ])("refuses %j", async (change, message, field) => {
    const answer = await create({ ...march5, ...change });
    expect(answer).toMatchObject({ status: 400, body: { message, field } });
    expect(await list(visitor)).toEqual([]);
  });

  test("refuses a character that the database can't store", async () => {
    const answer = await create({ ...march5, content: "a\u0000b" });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: "The request contains a character we can’t store." },
    });
  });

  test("accepts a post of almost 1 MB and refuses a larger one", async () => {
    expect((await create({ ...march5, content: "x".repeat(1_000_000) })).status).toBe(201);
    const answer = await create({ ...march5, slug: "ab", content: "x".repeat(1_048_577) });
    expect(answer).toMatchObject({
      status: 413,
      body: { message: "The request is too large. The limit is 1024 KB." },
    });
  });

  test("refuses a slug in use and names the post that has it", async () => {
    await create(march5);
    const answer = await create({ ...march5, title: "Another" });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      message: "The slug aa is already used by “Rates hold” (March 5, 2025).",
      code: "slug_taken",
      field: "slug",
    });
  });

  test("gives the slug to one of two concurrent posts", async () => {
    const answers = await Promise.all([create(march5), create(march5)]);
    expect(statuses(answers)).toEqual([201, 409]);
  });

  test("requires an administrator", async () => {
    const answer = await create(march5, visitor);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: "Please log in to continue." });
  });
});

describe("GET /api/posts", () => {
  const days = ["03", "05", "04", "04"] as const;
  const createSome = async () => {
    for (const [index, day] of days.entries()) {
      const dates = { shortDate: `${day} MAR`, fullDate: `March ${Number(day)}, 2025` };
      await create({ ...march5, ...dates, slug: `a${index}`, title: `Number ${index}` });
    }
  };
  test("returns an empty array without posts", async () => {
    const answer = await visitor.call(GET, "GET", "/api/posts");
    expect(answer).toMatchObject({ status: 200, body: [] });
    expect(answer.headers.get("x-total-count")).toBe("0");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("lists posts newest first, by date and then by id", async () => {
    await createSome();
    expect(slugs(await list(visitor))).toEqual(["a1", "a3", "a2", "a0"]);
  });

  test("continues after the last row seen, even if that row was deleted", async () => {
    await createSome();
    const answer = await visitor.call(GET, "GET", "/api/posts?limit=2");
    expect(answer.headers.get("x-total-count")).toBe("4");
    expect(slugs(answer.body)).toEqual(["a1", "a3"]);
    const last = await api.ctx.db.post.findFirst({ where: { slug: "a3" } });
    await remove(last?.id);
    expect(slugs(await list(visitor, `?limit=2&before=${last?.id}`))).toEqual(["a2", "a0"]);
  });

  test("searches titles and content literally, ignoring case", async () => {
    await createSome();
    await create({ ...march5, slug: "zz", title: "100% of it", content: "Nothing" });
    expect(slugs(await list(visitor, "?q=NUMBER%202"))).toEqual(["a2"]);
    expect(slugs(await list(visitor, "?q=nothing"))).toEqual(["zz"]);
    expect(slugs(await list(visitor, "?q=0%25"))).toEqual(["zz"]);
    expect(slugs(await list(visitor, "?q=_"))).toEqual([]);
    const found = await visitor.call(GET, "GET", "/api/posts?q=fed&limit=1");
    expect(found.headers.get("x-total-count")).toBe("4");
  });

  test("allows a visitor 60 searches a minute, and any number of lists", async () => {
    const searcher = api.client();
    for (let tries = 0; tries < 60; tries += 1) await list(searcher, "?q=fed");
    const refused = await searcher.call(GET, "GET", "/api/posts?q=fed");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await list(searcher)).toEqual([]);
    const editor = await api.adminClient();
    expect((await editor.call(GET, "GET", "/api/posts?q=fed")).status).toBe(200);
  });

  test("searches with an index when all 1,296 slugs are used", async () => {
    await api.ctx.db.$executeRaw`
      INSERT INTO posts (slug, title, local_date, content, read_time)
      SELECT substr(letters, a, 1) || substr(letters, b, 1), 'Title ' || a || ' ' || b, '2025-01-01',
        (SELECT string_agg(md5((a * 100 + b + n)::text), ' ') FROM generate_series(1, 20) n), 1
      FROM (VALUES ('abcdefghijklmnopqrstuvwxyz0123456789')) l (letters),
        generate_series(1, 36) a, generate_series(1, 36) b`;
    await api.ctx.db.$executeRaw`ANALYZE posts`;
    const plan = await api.ctx.db.$queryRaw<{ "QUERY PLAN": string }[]>`
      EXPLAIN SELECT count(*) FROM posts p WHERE p.deleted_at IS NULL
        AND searchable_text(p.title, p.content) LIKE '%interest%'`;
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(text).toContain("posts_search_idx");
  });

  test.each([
    ["?limit=0", "The limit must be a whole number between 1 and 500.", "limit"],
    ["?limit=501", "The limit must be a whole number between 1 and 500.", "limit"],
    ["?limit=ten", "The limit must be a whole number between 1 and 500.", "limit"],
    ["?before=x", "The id must be a whole number.", "before"],
    ["?before=99999999999", "The id must be a whole number.", "before"],
    [`?q=${"x".repeat(201)}`, "Searches can be up to 200 characters.", "q"],
  ])("refuses %s", async (query, message, field) => {
    const answer = await visitor.call(GET, "GET", `/api/posts${query}`);
    expect(answer).toMatchObject({ status: 400, body: { message, field } });
  });
});

describe("slugs with three characters", () => {
  const fill = () => api.ctx.db.$executeRaw`
    INSERT INTO posts (slug, title, local_date, content, read_time)
    SELECT substr(letters, a, 1) || substr(letters, b, 1), 'Title', '2025-01-01', '', 1
    FROM (VALUES ('abcdefghijklmnopqrstuvwxyz0123456789')) l (letters),
      generate_series(1, 36) a, generate_series(1, 36) b`;
  const three = { ...march5, slug: "k3p" };
  const refusal = {
    status: 400,
    body: { message: "Slug must be exactly 2 characters", field: "slug" },
  };

  test("are refused while one with two is free", async () => {
    await fill();
    await api.ctx.db.post.deleteMany({ where: { slug: "q7" } });
    expect(await create(three)).toMatchObject(refusal);
    expect((await admin.call(GET_SLUGS, "GET", "/api/posts/slugs")).body).toMatchObject({
      suggestions: ["q7"],
      length: 2,
      freeCount: 1,
    });
    expect((await create({ ...march5, slug: "q7" })).status).toBe(201);
  });

  test("come next, and stay when one with two becomes free again", async () => {
    await fill();
    expect((await admin.call(GET_SLUGS, "GET", "/api/posts/slugs")).body).toMatchObject({
      suggestions: ["aaa", "aab", "aac", "aad", "aae", "aaf"],
      length: 3,
      freeCount: 46_656,
    });
    const id = idOf(await create(three));
    expect((await readSlug("k3p")).body).toMatchObject({ id, slug: "k3p" });
    expect((await create(three)).status).toBe(409);
    expect((await create({ ...march5, slug: "k3pq" })).status).toBe(400);

    await api.ctx.db.post.deleteMany({ where: { slug: "q7" } });
    expect((await update(id, { ...three, title: "Edited" })).status).toBe(200);
    expect(await update(id, { ...three, slug: "k3r" })).toMatchObject(refusal);
    expect((await readSlug("k3p")).body).toMatchObject({ title: "Edited" });
  });
});

describe("a post dated in the future", () => {
  test("is hidden until its date begins in London, and marked as scheduled for administrators", async () => {
    // London is an hour ahead of UTC in summer.
    api.setTime("2025-06-09T22:59:59.999Z");
    const editor = await api.adminClient();
    const summer = { ...march5, shortDate: "10 JUN", fullDate: "June 10, 2025" };
    const id = idOf(await create(summer, editor));

    expect(await list(visitor)).toEqual([]);
    for (const answer of [await read(id), await readSlug("aa")]) {
      expect(answer).toMatchObject({ status: 404, body: { message: "Post not found" } });
    }
    expect(await list(editor)).toMatchObject([{ id, isScheduled: true }]);
    expect((await readSlug("aa", editor)).body).toMatchObject({ id, isScheduled: true });

    api.setTime("2025-06-09T23:00:00.000Z");
    expect(await list(visitor)).toMatchObject([{ id }]);
    expect((await read(id)).body).not.toHaveProperty("isScheduled");
    expect((await read(id, editor)).body).toMatchObject({ isScheduled: false });
  });
});

describe("reading one post", () => {
  test.each(["99", "2147483647"])("answers 404 for the unknown id %s", async (id) => {
    const answer = await read(id);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ message: "Post not found" });
  });

  test.each(["abc", "0", "-1", "1.5", "2147483648"])("refuses the id %s", async (id) => {
    const answer = await read(id);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: "The id must be a whole number.", field: "id" });
  });

  test.each(["zz", "toolong", "A1", "%"])("answers 404 for the slug %s", async (slug) => {
    expect(await readSlug(slug)).toMatchObject({
      status: 404,
      body: { message: "Post not found" },
    });
  });
});

describe("PUT /api/posts/{id}", () => {
  test("replaces every field, and the post moves to its new address", async () => {
    const id = idOf(await create(march5));
    api.setTime("2025-03-05T12:30:00.000Z");
    const answer = await update(id, { ...march5, slug: "bb", title: "Rates fall", readTime: 3 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id,
      ...march5,
      slug: "bb",
      title: "Rates fall",
      readTime: 3,
      createdAt: "2025-03-05T12:00:00.000Z",
      updatedAt: "2025-03-05T12:30:00.000Z",
      isScheduled: false,
      isDraft: false,
      threadTerms: null,
      emailSubject: null,
    });
    expect((await readSlug("aa")).status).toBe(404);
  });

  test("lets the last save win without updatedAt", async () => {
    const id = idOf(await create(march5));
    await update(id, { ...march5, title: "First" });
    expect((await update(id, { ...march5, title: "Second" })).body).toMatchObject({
      title: "Second",
    });
  });

  test("refuses to overwrite a version that the editor hasn't seen, even from the same millisecond", async () => {
    const id = idOf(await create(march5));
    const first = await update(id, { ...march5, updatedAt: null, title: "First" });
    expect(first.status).toBe(200);
    const second = await update(id, { ...march5, updatedAt: null, title: "Second" });
    expect(second.status).toBe(409);
    expect(second.body).toEqual({
      message: "Someone saved this post while you were editing. Reload it to see their changes.",
      code: "post_changed",
      field: "updatedAt",
    });
    const seen = "2025-03-05T12:00:00.000Z";
    const answers = await Promise.all([
      update(id, { ...march5, updatedAt: seen }),
      update(id, { ...march5, updatedAt: seen }),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
  });

  test("refuses an invalid updatedAt", async () => {
    const id = idOf(await create(march5));
    expect(await update(id, { ...march5, updatedAt: "yesterday" })).toMatchObject({
      status: 400,
      body: {
        message: "updatedAt must be the timestamp you last saw, or null.",
        field: "updatedAt",
      },
    });
  });

  test("refuses the slug of another post", async () => {
    await create(march5);
    const id = idOf(await create({ ...march5, slug: "ab" }));
    expect(await update(id, march5)).toMatchObject({
      status: 409,
      body: { message: "The slug aa is already used by “Rates hold” (March 5, 2025)." },
    });
  });

  test("answers 404 for an unknown or deleted post", async () => {
    const id = idOf(await create(march5));
    await remove(id);
    for (const missing of [id, 999_999]) {
      const answer = await update(missing, march5);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ message: "Post not found" });
    }
  });

  test("validates like a new post and requires an administrator", async () => {
    const id = idOf(await create(march5));
    expect(await update(id, { ...march5, slug: "x" })).toMatchObject({
      status: 400,
      body: { message: "Slug must be exactly 2 characters", field: "slug" },
    });
    expect((await update(id, march5, visitor)).status).toBe(401);
  });
});

describe("deleting and restoring", () => {
  test("a deleted post is gone from the site, but its row stays", async () => {
    const id = idOf(await create(march5));
    const answer = await remove(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: "Post deleted successfully" });
    expect((await readSlug("aa", admin)).status).toBe(404);
    expect(await list(admin)).toEqual([]);
    expect(await api.ctx.db.post.count({ where: { id } })).toBe(1);
  });

  test("a second deletion answers 404", async () => {
    const id = idOf(await create(march5));
    await remove(id);
    expect(await remove(id)).toMatchObject({ status: 404, body: { message: "Post not found" } });
  });

  test("deleting frees the slug", async () => {
    await remove(idOf(await create(march5)));
    expect((await create(march5)).status).toBe(201);
  });

  test("restoring brings the post back, and restoring again changes nothing", async () => {
    const id = idOf(await create(march5));
    await remove(id);
    expect(await restore(id)).toMatchObject({ status: 200, body: { id, slug: "aa" } });
    expect(await restore(id)).toMatchObject({ status: 200, body: { id, slug: "aa" } });
    expect((await readSlug("aa")).status).toBe(200);
  });

  test("restoring fails if another post has taken the slug", async () => {
    const id = idOf(await create(march5));
    await remove(id);
    await create({ ...march5, title: "New owner" });
    expect(await restore(id)).toMatchObject({
      status: 409,
      body: {
        message: "The slug aa is already used by “New owner” (March 5, 2025).",
        code: "slug_taken",
      },
    });
  });

  test("requires an administrator", async () => {
    const id = idOf(await create(march5));
    expect((await remove(id, visitor)).status).toBe(401);
    expect((await restore(id, visitor)).status).toBe(401);
    expect((await readSlug("aa")).status).toBe(200);
    expect((await restore(999_999)).status).toBe(404);
  });
});

describe("GET /api/posts/moved", () => {
  test("leads from the path on another site to the imported post", async () => {
    const post = await api.ctx.db.post.create({
      data: {
        slug: "mv",
        title: "Moved",
        localDate: new Date("2025-03-01T00:00:00Z"),
        content: "Text",
        readTime: 1,
        imported: { create: { source: "substack:1", path: "/p/moved" } },
      },
    });
    const get = (path: string) =>
      visitor.call(GET_MOVED, "GET", `/api/posts/moved?path=${encodeURIComponent(path)}`);
    expect(await get("/p/moved/")).toMatchObject({ status: 200, body: { slug: "mv" } });
    await api.ctx.db.post.update({ where: { id: post.id }, data: { isDraft: true } });
    expect((await get("/p/moved")).status).toBe(404);
    await api.ctx.db.post.delete({ where: { id: post.id } });
    expect((await get("/p/moved")).status).toBe(404);
  });
});

describe("GET /api/posts/slugs", () => {
  const free = (query = "", client = admin) =>
    client.call(GET_SLUGS, "GET", `/api/posts/slugs${query}`);

  test("suggests slugs after the newest post's and counts the free ones", async () => {
    expect((await free()).body).toEqual({
      suggestions: ["aa", "ab", "ac", "ad", "ae", "af"],
      length: 2,
      freeCount: 1296,
      holder: null,
    });
    await create(march5);
    const id = idOf(await create({ ...march5, slug: "zy" }));
    expect((await free()).body).toEqual({
      suggestions: ["zz", "z0", "z1", "z2", "z3", "z4"],
      length: 2,
      freeCount: 1294,
      holder: null,
    });
    expect((await free("?start=a")).body).toEqual({
      suggestions: ["ab", "ac", "ad", "ae", "af", "ag"],
      length: 2,
      freeCount: 1294,
      holder: null,
    });
    const holder = { id, title: march5.title, fullDate: march5.fullDate };
    expect((await free("?slug=zy")).body).toMatchObject({ holder });
    expect((await free("?slug=zx")).body).toMatchObject({ holder: null });
    await remove(id);
    expect((await free("?slug=zy")).body).toMatchObject({ holder: null });
    expect((await free()).body).toMatchObject({ freeCount: 1295 });
  });

  test("refuses an invalid first character and requires an administrator", async () => {
    expect(await free("?start=A")).toMatchObject({
      status: 400,
      body: {
        message: "Only lowercase letters (a-z) and numbers (0-9) allowed",
        field: "start",
      },
    });
    expect((await free("", visitor)).status).toBe(401);
  });
});

test("the time of the last change follows saves, deletions, and releases", async () => {
  expect(await findLastPostChange(api.ctx)).toBeNull();
  const id = idOf(await create(march5));
  expect(await findLastPostChange(api.ctx)).toBe("2025-03-05T12:00:00.000Z");
  api.setTime("2025-03-05T13:00:00.000Z");
  await update(id, { ...march5, title: "Rates held" });
  expect(await findLastPostChange(api.ctx)).toBe("2025-03-05T13:00:00.000Z");
  await create({ ...march5, slug: "ab", shortDate: "10 JUN", fullDate: "June 10, 2025" });
  api.setTime("2025-03-05T14:00:00.000Z");
  await remove(id);
  expect(await findLastPostChange(api.ctx)).toBe("2025-03-05T14:00:00.000Z");
  // Midnight in London.
  api.setTime("2025-06-09T23:30:00.000Z");
  expect(await findLastPostChange(api.ctx)).toBe("2025-06-09T23:00:00.000Z");
});

test("administrators see who saved a post last", async () => {
  const id = idOf(await create(march5));
  const other = await api.adminClient();
  const author = async () => {
    const { body } = await read(id, admin);
    return typeof body === "object" && body && "savedBy" in body ? body.savedBy : undefined;
  };
  const first = await author();
  expect(first).toMatch(/^admin-/);
  await update(id, march5, other);
  expect(await author()).toMatch(/^admin-/);
  expect(await author()).not.toBe(first);
});
