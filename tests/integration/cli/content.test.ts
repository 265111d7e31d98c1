import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDailyMessage } from "@/lib/domain/daily-messages/daily-messages";
import { uploadImage } from "@/lib/domain/images/images";
import { createPost, deletePost, updatePost } from "@/lib/domain/posts/write-posts";
import { encodeImage } from "@/lib/platform/images/encode-image";
import { createLocalImages } from "@/lib/platform/images/local-images";
import { startApi, type ApiHarness } from "@/tests/support/api";
import { sandboxVariables } from "@/tests/support/env-variables";
import { runCommand } from "@/tests/support/run-command";

const actor = "admin:dana";

let api: ApiHarness;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "content-"));
  const store = createLocalImages(join(folder, "data", "images"));
  api = await startApi({
    now: "2026-11-18T12:00:00.000Z",
    parts: { images: { encoder: { encode: encodeImage }, store } },
  });
});

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runCommand(["content", ...args], {
    ...sandboxVariables,
    SANDBOX_PORT: "1",
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: api.databaseUrl,
  });

test("content is exported with its history and images", async () => {
  const { ctx } = api;
  const file = await sharp({ create: { width: 400, height: 200, channels: 3, background: "#123" } })
    .png()
    .toBuffer();
  const { image } = await uploadImage(ctx, { name: "rates.png", alt: "Rates", file }, actor);
  const post = {
    slug: "k8",
    title: 'Rates: "down"',
    localDate: "2026-11-18",
    readTime: 2,
    content: `First words.\n\n![Rates](${image.url})`,
  };
  const created = await createPost(ctx, post, actor);
  await updatePost(
    ctx,
    created.id,
    { ...post, content: `Better words.\n\n![Rates](${image.url})` },
    undefined,
    "admin:marco",
  );
  const gone = await createPost(ctx, { ...post, slug: "k9" }, actor);
  await deletePost(ctx, gone.id, actor);
  await createDailyMessage(
    ctx,
    { date: "2026-11-18", message: "One\nTwo\nThree", isActive: true },
    actor,
  );

  const target = join(folder, "export");
  expect(await run("export", target)).toEqual({
    code: 0,
    stdout: `Wrote 1 post, 1 daily message, 3 versions, and 1 image to ${target}.\n`,
    stderr: "",
  });
  const read = (name: string) => readFile(join(target, name), "utf8");
  const lines = async (name: string) =>
    (await read(name))
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
  expect(await read("posts/2026-11-18-k8.md")).toBe(
    `---\ntitle: "Rates: \\"down\\""\nslug: "k8"\ndate: "2026-11-18"\ndraft: false\n---\n\nBetter words.\n\n![Rates](..${image.url})\n`,
  );
  expect(await lines("posts.jsonl")).toMatchObject([{ id: created.id, slug: "k8", readTime: 2 }]);
  expect(await lines("daily-messages.jsonl")).toMatchObject([
    { date: "2026-11-18", message: "One\nTwo\nThree", isActive: true },
  ]);
  expect(await lines("history.jsonl")).toMatchObject([
    { postId: created.id, number: 1, by: "dana", fields: { content: post.content } },
    { postId: created.id, number: 2, by: "marco" },
    { postId: null, number: 1, by: "dana", fields: { message: "One\nTwo\nThree" } },
  ]);
  expect(await lines("images.jsonl")).toMatchObject([{ name: "rates.png", alt: "Rates" }]);
  const [, , key = ""] = image.url.split("/");
  expect((await readdir(join(target, "images", key))).toSorted()).toEqual([
    "400.avif",
    "400.webp",
    image.url.split("/")[3],
  ]);

  expect(await run("export", target)).toEqual({
    code: 1,
    stdout: "",
    stderr: `${target} isn't empty. Choose a new folder.\n`,
  });
});
