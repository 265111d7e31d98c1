import { createWriteStream } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { filesOf, parseImageAddress } from "@/lib/contracts/reading/image-address";
import type { Context } from "@/lib/domain/context";
import {
  exportImages,
  exportMessages,
  exportPosts,
  exportVersions,
  type ExportedPost,
} from "@/lib/domain/posts/content-export";
import { removeImage } from "@/lib/domain/images/images";
import { imageMessages } from "@/lib/messages/admin/images";
import { countOf } from "@/lib/messages/counts";
import { OperatorError } from "@/lib/platform/operator-error";
import { withServices } from "./services";

/** `content export` and `content delete-image`. */
export function registerContentCommands(program: Command): void {
  const content = program.command("content").description("posts, daily messages, and images");

  content
    .command("delete-image")
    .description("delete an image that must no longer be public, wherever it's used")
    .argument("<address>", "such as /images/0123456789abcdef0123/1200x750.png")
    .addHelpText(
      "after",
      `
Posts and emails that show it then have a gap. Caches can keep copies for a while: purge your proxy's.
Images that nothing uses can be deleted under Posts, Images.

Example:
  $ npm run cli -- content delete-image /images/0123456789abcdef0123/1200x750.png`,
    )
    .action((address: string) =>
      withServices(async ({ ctx }) => {
        await removeImage(ctx, address, "operator");
        console.log(imageMessages.deleted);
      }),
    );

  content
    .command("export")
    .description("write all content, with its history and images, to a folder")
    .argument("<folder>", "a new or empty folder")
    .addHelpText(
      "after",
      `
posts/            each post as Markdown, with its title, date, and slug at the top
images/           every image file; posts link to these
posts.jsonl, daily-messages.jsonl, images.jsonl
                  one JSON object in each line
history.jsonl     every version of posts and messages: who saved it, when, and what it said

Example:
  $ npm run cli -- content export ./content`,
    )
    .action((folder: string) => withServices(({ ctx }) => exportContent(ctx, folder)));
}

async function exportContent(ctx: Context, folder: string): Promise<void> {
  const existing = await readdir(folder).catch(() => []);
  if (existing.length > 0) {
    throw new OperatorError(`${folder} isn't empty. Choose a new folder.`);
  }
  // Drafts and history are for administrators.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(join(folder, "posts"));
  const posts = await writeLines(join(folder, "posts.jsonl"), exportPosts(ctx), async (post) => {
    const name = `${post.date}-${post.slug}.md`;
    await writeFile(join(folder, "posts", name), toMarkdownFile(post, ctx.settings.siteUrl));
  });
  const messages = await writeLines(join(folder, "daily-messages.jsonl"), exportMessages(ctx));
  const versions = await writeLines(join(folder, "history.jsonl"), exportVersions(ctx));
  const missing: string[] = [];
  const images = await writeLines(
    join(folder, "images.jsonl"),
    exportImages(ctx),
    async (image) => {
      const address = parseImageAddress(image.url);
      for (const name of address ? filesOf(address) : []) {
        const content = await ctx.images.store.find(name);
        if (content === null) missing.push(name);
        else await writeInto(join(folder, "images", name), content);
      }
    },
  );
  console.log(
    `Wrote ${countOf(posts, "post")}, ${countOf(messages, "daily message")}, ${countOf(versions, "version")}, and ${countOf(images, "image")} to ${folder}.`,
  );
  if (missing.length > 0) {
    throw new OperatorError(
      `${countOf(missing.length, "image file is", "image files are")} missing, such as ${missing[0]}.`,
    );
  }
}

/** Writes one JSON object per line, and passes each to `also`. Returns how many. */
async function writeLines<Row>(
  path: string,
  rows: AsyncIterable<Row>,
  also: (row: Row) => Promise<void> = async () => undefined,
): Promise<number> {
  let count = 0;
  const lines = async function* () {
    for await (const row of rows) {
      await also(row);
      count += 1;
      yield `${JSON.stringify(row)}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
  return count;
}

async function writeInto(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** Markdown with front matter in JSON, which is valid YAML. */
function toMarkdownFile(
  { title, slug, date, isDraft, content }: ExportedPost,
  siteUrl: string,
): string {
  const facts = { title, slug, date, draft: isDraft };
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  // Seen from posts/, the files are one folder up.
  const text = content
    .replaceAll(`${siteUrl}/images/`, "/images/")
    .replaceAll(/(?<![\w.])\/images\/(?=[0-9a-f]{20}\/)/g, "../images/");
  return `---\n${lines.join("\n")}\n---\n\n${text.trimEnd()}\n`;
}
