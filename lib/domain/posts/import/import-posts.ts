import { localDateAt } from "@/lib/calendar/days";
import type { PostImportLine, PostResult } from "@/lib/contracts/admin/post-imports";
import { toSingleLine, withoutControlsInMarkdown } from "@/lib/contracts/clean-text";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { measureReading } from "@/lib/contracts/reading/reading-time";
import { readHtmlPost, type HtmlPost } from "@/lib/markdown/html-post";
import { postImportMessages as messages } from "@/lib/messages/admin/post-imports";
import { AppError } from "@/lib/platform/app-error";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { fetchImage, ImageFetchError } from "@/lib/platform/outgoing/fetch-image";
import type { Actor } from "../../audit";
import type { Context } from "../../context";
import { uploadImage } from "../../images/images";
import { londonToday } from "../post-dates";
import { listFreeSlugs } from "../slugs";
import { insertPost } from "../write-posts";
import type { Archive, ArchivePost } from "./archive-post";
import { pathOf } from "./old-addresses";

type Options = {
  actor: Actor;
  /** Reports what would be done, without fetching or changing anything. */
  isDryRun: boolean;
  /** The former site's address: links to its posts are changed to ours. */
  site: string | undefined;
};

/** The time zone in which a publication time becomes a post's date. */
const timezone = "America/New_York";

/**
 * Adds the posts of an archive that weren't imported before, with their images in the library. Posts that not
 * every reader of the former site could see become drafts, and so do posts that would go out with a briefing.
 * An image that can't be fetched keeps its address.
 *
 * @yields each post once it's added, and the report at the end
 */
export async function* importPosts(
  ctx: Context,
  { posts, leftOut }: Archive,
  options: Options,
): AsyncGenerator<PostImportLine> {
  const report = { added: 0, drafts: 0, unchanged: 0, images: 0, leftOut: [...leftOut] };
  for (const post of posts) {
    const known = await ctx.db.importedPost.count({ where: { source: post.source } });
    const imported = known > 0 ? null : await importPost(ctx, post, options);
    if (!imported) {
      report.unchanged += 1;
      continue;
    }
    report.added += 1;
    report.images += imported.images;
    if (imported.isDraft) report.drafts += 1;
    yield { post: imported };
  }
  yield { report };
}

/** Returns null for a post that another import has added since. */
async function importPost(
  ctx: Context,
  post: ArchivePost,
  options: Options,
): Promise<PostResult | null> {
  const read = readHtmlPost(post.html);
  const date = localDateAt(post.publishedAt ?? post.createdAt, timezone);
  const reason = draftReasonOf(post, read, date >= londonToday(ctx.clock.now()));
  const about = {
    date,
    title: toSingleLine(post.title).slice(0, 300).toWellFormed() || messages.untitled,
    path: post.path,
    isDraft: post.publishedAt === null || reason !== null,
    draftReason: reason && messages.draftReasons[reason],
  };
  if (options.isDryRun) {
    return { ...about, slug: null, images: read.images.length, failedImages: [] };
  }
  const stored = await storeImages(ctx, read.images, options.actor);
  const links = await findLinks(ctx, read.links, options.site);
  const content = withoutControlsInMarkdown(
    read.toMarkdown(new Map([...stored.addresses, ...links])),
  ).toWellFormed();
  const slug = await insert(ctx, post, { ...about, content }, options.actor);
  if (slug === null) return null;
  return { ...about, slug, images: stored.addresses.size, failedImages: stored.problems };
}

function draftReasonOf(
  { publishedAt, draftReason }: ArchivePost,
  read: HtmlPost,
  isRecent: boolean,
): keyof typeof messages.draftReasons | null {
  if (publishedAt === null || draftReason !== null) return draftReason;
  if (read.isEmpty) return "empty";
  return isRecent ? "recent" : null;
}

/** Fetches images into the library. */
async function storeImages(ctx: Context, urls: readonly string[], actor: Actor) {
  const addresses = new Map<string, string>();
  const problems: string[] = [];
  for (const url of urls) {
    try {
      const file = await fetchImage(url, {
        maxBytes: bodyLimitsBytes.image,
        allowsPrivate: ctx.settings.allowsPrivateWebhooks,
      });
      const { image } = await uploadImage(ctx, { name: nameOf(url), alt: "", file }, actor);
      addresses.set(url, image.url);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      problems.push(messages.imageFailed(url, reason));
    }
  }
  return { addresses, problems };
}

function reasonOf(error: unknown): string | null {
  if (error instanceof ImageFetchError) return error.message;
  return error instanceof AppError ? error.userMessage : null;
}

/** The last part of an address, which can itself be an address. */
function nameOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? "";
  return toSingleLine(path.split(/\/|%2F/i).at(-1) ?? "").slice(0, 200) || "image";
}

/** Our addresses of the former site's posts that were imported. */
async function findLinks(ctx: Context, urls: readonly string[], site: string | undefined) {
  const host = site === undefined ? null : URL.parse(site)?.host;
  const own = urls.flatMap((url) => {
    const parsed = URL.parse(url);
    return parsed && parsed.host === host ? [{ url, path: pathOf(parsed.pathname) }] : [];
  });
  const found = await ctx.db.importedPost.findMany({
    where: { path: { in: own.map(({ path }) => path) }, post: { deletedAt: null } },
    select: { path: true, post: { select: { slug: true } } },
  });
  const slugs = new Map(found.map(({ path, post }) => [path, post?.slug]));
  return own.flatMap(({ url, path }): [string, string][] => {
    const slug = slugs.get(path);
    return slug === undefined ? [] : [[url, `/r/${slug}`]];
  });
}

/** Adds a post with a free slug, or returns null if another import has added it since. */
async function insert(
  ctx: Context,
  { source, path, publishedAt }: ArchivePost,
  post: Pick<PostResult, "date" | "title" | "isDraft"> & { content: string },
  actor: Actor,
): Promise<string | null> {
  const { title, content, isDraft } = post;
  const readTime = measureReading(content).minutes;
  for (;;) {
    const { suggestions } = await listFreeSlugs(ctx);
    const slug = suggestions[0] ?? "";
    const input = { slug, title, content, localDate: post.date, readTime, isDraft };
    try {
      await ctx.db.$transaction(async (tx) => {
        const { id } = await insertPost(ctx, tx, input, {
          actor,
          ...(!isDraft && { publishedAt }),
        });
        await tx.importedPost.create({ data: { source, path: pathOf(path), postId: id } });
      });
      return slug;
    } catch (error) {
      const index = violatedUniqueIndex(error);
      if (index === "imported_posts_pkey") return null;
      // Someone has just taken this slug. The next one is free.
      if (index !== "posts_slug_key") throw error;
    }
  }
}
