import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getMovedPost } from "@/lib/domain/posts/import/old-addresses";
import { recordPublished } from "@/lib/domain/posts/publish";
import { startFormerSite } from "@/tests/support/archives/former-site";
import { ghostExport } from "@/tests/support/archives/ghost";
import { substackExport } from "@/tests/support/archives/substack";
import { runCommand } from "@/tests/support/run-command";
import { startService, startTestSandbox, type TestService } from "@/tests/support/start-service";

let at: TestService;
let site: Awaited<ReturnType<typeof startFormerSite>>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "posts-"));
  site = await startFormerSite();
  at = await startService({ now: "2026-11-18T12:00:00Z", sandbox: await startTestSandbox() });
  await writeFile(join(folder, "ghost.json"), ghostExport());
  await writeFile(join(folder, "substack.zip"), substackExport(`${site.url}/moved.png`));
});

afterAll(async () => {
  await at.close();
  site.close();
  await rm(folder, { recursive: true });
});

const importFile = (name: string, ...options: string[]) =>
  runCommand(["posts", "import", join(folder, name), ...options], at.variables);

const findPost = (title: string) => at.ctx.db.post.findFirstOrThrow({ where: { title } });

const countAll = async () => [
  await at.ctx.db.post.count(),
  await at.ctx.db.image.count(),
  await at.ctx.db.importedPost.count(),
  await at.ctx.db.auditEvent.count(),
];

test("an export of Ghost without --site is refused with the option that is missing", async () => {
  const { code, stderr } = await importFile("ghost.json");
  expect(code).toBe(1);
  expect(stderr).toContain("doesn’t say where the site is");
  expect(stderr).toContain("Use --site.");
});

test("without --apply, it says what would be imported, and changes nothing", async () => {
  const before = await countAll();
  expect(await importFile("ghost.json", "--site", site.url)).toEqual({
    code: 0,
    stdout: [
      "Left out: About (page)",
      "2025-03-03  /untitled  (Untitled)",
      "2025-03-05  /the-fed-holds  The Fed holds",
      "2025-03-05  /for-members  For members",
      "  Draft: only members could read it.",
      "2025-03-05  /only-emailed  Only emailed",
      "  Draft: it was only emailed.",
      "2025-03-06  /rates-what-comes-next  Rates: what comes next",
      "Would add 5 posts (3 drafts, 2 images), unchanged 0, left out 1. Nothing was changed: add --apply to import.",
      "",
    ].join("\n"),
    stderr: "",
  });
  expect(await countAll()).toEqual(before);
});

test("Ghost's posts keep their date, text, links, and images", async () => {
  const { code, stdout } = await importFile("ghost.json", "--site", site.url, "--apply");
  expect(code).toBe(0);
  expect(stdout).toContain(
    `  Image not fetched (the site answered 404): ${site.url}/content/images/2025/03/gone.png\n`,
  );
  expect(stdout).toMatch(/Added 5 posts \(3 drafts, 1 image\), unchanged 0, left out 1\.\n$/);
  const first = await findPost("The Fed holds");
  const image = await at.ctx.db.image.findFirstOrThrow();
  expect(first).toMatchObject({
    slug: expect.stringMatching(/^[a-z0-9]{2}$/),
    localDate: new Date("2025-03-05T00:00:00Z"),
    publishedAt: new Date("2025-03-05T11:30:00Z"),
    isDraft: false,
    readTime: 1,
  });
  expect(first.content).toBe(
    `![The building](/images/${image.key}/640x320.${image.format})\n\nNothing changed, *again*.\n\n| Rate  | %   |\n| ----- | --- |\n| Funds | 4.5 |\n\nThat is all.\n`,
  );
  const second = await findPost("Rates: what comes next");
  expect(second.content).toContain(`After [the decision](/r/${first.slug}), three things.`);
  expect(second.content).toContain("* Bills & notes\n* **Swaps**");
  expect(second.content).toContain(`![Gone](${site.url}/content/images/2025/03/gone.png`);
  expect(second.content).not.toContain("Sign up");
});

test("what not everyone could read becomes a draft", async () => {
  for (const title of ["For members", "Only emailed", "(Untitled)"]) {
    expect(await findPost(title)).toMatchObject({ isDraft: true, publishedAt: null });
  }
});

test("nobody is told of posts that were published elsewhere", async () => {
  expect(await recordPublished(at.ctx)).toBe(0);
});

test("a second time, the same file adds nothing, even when a post was deleted since", async () => {
  await at.ctx.db.post.delete({ where: { id: (await findPost("Only emailed")).id } });
  const before = await countAll();
  expect((await importFile("ghost.json", "--site", site.url, "--apply")).stdout).toBe(
    "Left out: About (page)\nAdded 0 posts (0 drafts, 0 images), unchanged 5, left out 1.\n",
  );
  expect(await countAll()).toEqual(before);
});

test("Substack's archive leads to posts without its forms, and their images", async () => {
  const { code, stdout } = await importFile("substack.zip", "--apply");
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toContain("Left out: Talk to us (thread)\n");
  expect(stdout).toMatch(/Added 4 posts \(2 drafts, 1 image\), unchanged 0, left out 1\.\n$/);
  const { content, localDate } = await findPost("One chart");
  expect(localDate).toEqual(new Date("2024-03-11T00:00:00Z"));
  expect(content).toMatch(
    /^Lines, mostly\n\nLook at this\.\n\n!\[A line that rises\]\(\/images\/[0-9a-f]{20}\/640x320\.(?:png|jpg)\)\n\nUp and up\n\nAnd that’s it\.\n$/,
  );
  expect(await findPost("For payers")).toMatchObject({ isDraft: true });
  // In New York it was still the day before.
  expect(await findPost("Listen in")).toMatchObject({
    localDate: new Date("2024-03-12T00:00:00Z"),
    isDraft: false,
    content: expect.stringContaining(
      "[Listen](https://api.substack.com/feed/podcast/142500134.mp3)",
    ),
  });
  const imported = await at.ctx.db.importedPost.findUnique({
    where: { source: "substack:142500132" },
  });
  expect(imported?.path).toBe("/p/one-chart");
});

test.each([
  ["{}", "This isn’t a Ghost export.\n"],
  ["title,slug\n", "This is neither a Ghost export (.json) nor a Substack one (.zip).\n"],
  ["PK\u0003\u0004 broken", "This is neither a Ghost export (.json) nor a Substack one (.zip).\n"],
])("%j is refused", async (content, stderr) => {
  await writeFile(join(folder, "other"), content);
  expect(await importFile("other")).toEqual({ code: 1, stdout: "", stderr });
});

test("Ghost's export needs the site's address", async () => {
  expect(await importFile("ghost.json")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Enter the site’s address"),
  });
});

test("an old path leads to its post, unless nobody may read it", async () => {
  const { slug } = await findPost("One chart");
  expect(await getMovedPost(at.ctx, "/p/one-chart/")).toEqual({ slug });
  for (const path of ["/p/for-payers", "/p/never", "/"]) {
    await expect(getMovedPost(at.ctx, path)).rejects.toMatchObject({ status: 404 });
  }
});
