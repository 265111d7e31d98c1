import { InvalidArgumentError, type Command } from "commander";
import { formerSiteSchema, type PostResult } from "@/lib/contracts/admin/post-imports";
import type { Archive } from "@/lib/domain/posts/import/archive-post";
import { readArchive } from "@/lib/domain/posts/import/read-archive";
import { importPosts } from "@/lib/domain/posts/import/import-posts";
import { postImportMessages as messages } from "@/lib/messages/admin/post-imports";
import { AppError } from "@/lib/platform/app-error";
import { OperatorError } from "@/lib/platform/operator-error";
import { readInput } from "./read-input";
import { withServices } from "./services";

/** `posts import`. */
export function registerPostCommands(program: Command): void {
  program
    .command("posts")
    .description("bring posts from another site")
    .command("import")
    .description("add posts from an export of Ghost or Substack")
    .argument("<file>", "Ghost's .json, Substack's .zip, or - for standard input")
    .option("--site <address>", "where those posts are now, such as https://news.example", readSite)
    .option("--apply", "import them; without it, this only says what would be imported")
    .addHelpText(
      "after",
      `
Published posts keep their date and get a short slug; their old paths lead to them. Images are copied
into the library. Drafts, members-only posts, and email-only posts become drafts. Pages are left out.
Posts that were imported before stay as they are, so a file can be imported again.

With --site, which Ghost's export needs, links between these posts lead to the imported ones.

Examples:
  $ npm run cli -- posts import ghost.json --site https://news.example
  $ npm run cli -- posts import substack.zip --apply`,
    )
    .action((file: string, { site, apply = false }: { site?: string; apply?: boolean }) =>
      withServices(async ({ ctx }) => {
        const archive = read(await readInput(file), site);
        for (const what of archive.leftOut) console.log(messages.leftOut(what));
        const options = { actor: "operator", isDryRun: !apply, site } as const;
        for await (const line of importPosts(ctx, archive, options)) {
          if ("report" in line) console.log(messages.summary(line.report, apply));
          else printPost(line.post);
        }
      }),
    );
}

function printPost({ draftReason, failedImages, ...post }: PostResult): void {
  const { date, path, slug, title } = post;
  const target = slug === null ? path : `${path} → /r/${slug}`;
  console.log([date, target, title].join("  "));
  for (const note of [draftReason ?? [], failedImages].flat()) console.log(`  ${note}`);
}

function read(file: Uint8Array, site: string | undefined): Archive {
  try {
    return readArchive(file, site);
  } catch (error) {
    if (!(error instanceof AppError && error.field === "site")) throw error;
    throw new OperatorError(`${error.userMessage} Use --site.`, { cause: error });
  }
}

function readSite(text: string): string {
  const { data } = formerSiteSchema.safeParse(text);
  if (data !== undefined) return data;
  throw new InvalidArgumentError("Use an address such as https://news.example.");
}
