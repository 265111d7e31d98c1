import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { POST } from "@/app/api/posts/import/route";
import { postImportLineSchema } from "@/lib/contracts/admin/post-imports";
import { openAdminClient, startApi, type ApiClient, type ApiHarness } from "@/tests/support/api";
import { startFormerSite } from "@/tests/support/archives/former-site";
import { ghostExport } from "@/tests/support/archives/ghost";
import { substackExport } from "@/tests/support/archives/substack";

let at: ApiHarness;
let editor: ApiClient;
let site: Awaited<ReturnType<typeof startFormerSite>>;

beforeAll(async () => {
  site = await startFormerSite();
  at = await startApi({ now: "2026-11-18T12:00:00Z" });
  editor = await openAdminClient(at.ctx, "editor");
});

afterEach(async () => {
  await at.ctx.db.importedPost.deleteMany();
  await at.ctx.db.post.deleteMany();
});

afterAll(async () => {
  await at.close();
  site.close();
});

const send = (
  body: string | Uint8Array,
  query: Record<string, string> = {},
  client: ApiClient = editor,
) =>
  client.call(POST, "POST", `/api/posts/import?${new URLSearchParams(query).toString()}`, {
    body: new Uint8Array(typeof body === "string" ? Buffer.from(body) : body),
    headers: { "content-type": "application/octet-stream" },
  });

/** Sends a file that can be read. */
async function importFile(body: string | Uint8Array, query: Record<string, string> = {}) {
  const { status, body: lines } = await send(body, query);
  expect(status).toBe(200);
  return z.array(postImportLineSchema).parse(lines);
}

const countAll = async () => [
  await at.ctx.db.post.count(),
  await at.ctx.db.image.count(),
  await at.ctx.db.importedPost.count(),
];

test("without apply, it says what would be imported, and changes nothing", async () => {
  const lines = await importFile(ghostExport(), { site: site.url });
  expect(lines).toHaveLength(6);
  expect(lines[2]).toEqual({
    post: {
      date: "2025-03-05",
      title: "For members",
      path: "/for-members",
      isDraft: true,
      slug: null,
      images: 0,
      draftReason: "Draft: only members could read it.",
      failedImages: [],
    },
  });
  expect(lines[5]).toEqual({
    report: { added: 5, drafts: 3, unchanged: 0, images: 2, leftOut: ["About (page)"] },
  });
  expect(await countAll()).toEqual([0, 0, 0]);
});

test("with apply, an editor adds posts under their name, and a second time none", async () => {
  const query = { site: `${site.url}/`, apply: "true" };
  const lines = await importFile(ghostExport(), query);
  const post = await at.ctx.db.post.findFirstOrThrow({ where: { title: "The Fed holds" } });
  expect(lines).toContainEqual({
    post: expect.objectContaining({
      path: "/the-fed-holds",
      slug: post.slug,
      images: 1,
      failedImages: [],
    }),
  });
  expect(lines).toContainEqual({
    post: expect.objectContaining({
      path: "/rates-what-comes-next",
      failedImages: [
        `Image not fetched (the site answered 404): ${site.url}/content/images/2025/03/gone.png`,
      ],
    }),
  });
  const event = await at.ctx.db.auditEvent.findFirstOrThrow({
    where: { subject: `post:${post.id}` },
  });
  expect(event).toMatchObject({ action: "post.created", actor: expect.stringMatching(/^admin:/) });
  expect(await importFile(ghostExport(), query)).toEqual([
    { report: { added: 0, drafts: 0, unchanged: 5, images: 0, leftOut: ["About (page)"] } },
  ]);
});

test("two imports of a file at the same time add each post once", async () => {
  const archive = substackExport(`${site.url}/moved.png`);
  const both = await Promise.all([1, 2, 3].map(() => importFile(archive, { apply: "true" })));
  const reports = both.map(
    (lines) =>
      z.object({ report: z.object({ added: z.int(), unchanged: z.int() }) }).parse(lines.at(-1))
        .report,
  );
  expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(4);
  expect(reports.map(({ added, unchanged }) => added + unchanged)).toEqual([4, 4, 4]);
  const [posts, , imported] = await countAll();
  expect([posts, imported]).toEqual([4, 4]);
});

test("an error in the middle is the last line", async () => {
  await at.ctx.db.$executeRaw`ALTER TABLE imported_posts ADD CHECK (path <> '/for-members')`;
  try {
    const lines = await importFile(ghostExport(), { site: site.url, apply: "true" });
    expect(lines).toHaveLength(3);
    expect(lines[2]).toEqual({
      error: { message: "Something went wrong on our end. Please try again." },
    });
    expect((await countAll())[0]).toBe(2);
  } finally {
    await at.ctx.db
      .$executeRaw`ALTER TABLE imported_posts DROP CONSTRAINT imported_posts_path_check`;
  }
});

test("nothing more is imported once the client has left", async () => {
  const response = await POST(
    new Request(`${at.ctx.settings.siteUrl}/api/posts/import?apply=true`, {
      method: "POST",
      body: Buffer.from(substackExport(`${site.url}/moved.png`)),
      headers: { cookie: [...editor.cookies].map((pair) => pair.join("=")).join("; ") },
    }),
    { params: Promise.resolve({}) },
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const [posts = 0] = await countAll();
  expect(posts).toBeGreaterThan(0);
  expect(posts).toBeLessThan(4);
});

test.each([
  ["{}", {}, { message: "This isn’t a Ghost export." }],
  ["", {}, { message: "This is neither a Ghost export (.json) nor a Substack one (.zip)." }],
  [
    ghostExport(),
    {},
    { message: expect.stringContaining("doesn’t say where the site is"), field: "site" },
  ],
  [
    ghostExport(),
    { site: "ftp://news.example" },
    { message: "Enter a web address, such as https://news.example.", field: "site" },
  ],
])("a file that can't be read is refused: %#", async (body, query, answer) => {
  expect(await send(body, { ...query, apply: "true" })).toMatchObject({
    status: 400,
    body: answer,
  });
});

test("the address may have no scheme", async () => {
  const lines = await importFile(ghostExport(), { site: " news.example/ " });
  expect(lines).toHaveLength(6);
});

test("only who writes posts may import them", async () => {
  const support = await openAdminClient(at.ctx, "support");
  expect((await send(ghostExport(), {}, support)).status).toBe(403);
  expect((await send(ghostExport(), {}, at.client())).status).toBe(401);
});
