import { parseFullDate } from "@/lib/contracts/calendar";
import { fallbackPosts } from "@/lib/contracts/fallback-posts";
import type { PostView } from "@/lib/contracts/posts";
import { londonToday } from "@/lib/domain/posts/post-dates";
import { listPublicPosts, listPublicPostsInFull } from "@/lib/domain/posts/read-posts";
import { markdownToMarkup } from "@/lib/markdown/markup";
import { markdownExcerpt } from "@/lib/markdown/plain-text";
import type { Feed, FeedEntry } from "./feed-formats";
import { pageConfig } from "../pages/page-config";
import { postsTag } from "../pages/page-tags";
import { readForPage } from "../pages/static-page";

const feedPostCount = 30;

/** More than there are two-character slugs. */
const allPostsLimit = 2_000;

/** The newest posts in full, or the built-in ones if there are none. */
export async function readFeed(): Promise<Feed> {
  const { siteUrl } = pageConfig();
  return readForPage(
    [postsTag],
    async (ctx) => {
      const found = await listPublicPostsInFull(ctx, feedPostCount);
      return found.length > 0
        ? toFeed(found, siteUrl)
        : toBuiltInFeed(londonToday(ctx.clock.now()), siteUrl);
    },
    ({ clock }) => toBuiltInFeed(londonToday(clock.now()), siteUrl),
  );
}

/** @param posts newest first */
export function toFeed(posts: readonly PostView[], siteUrl: string): Feed {
  return feedOf(posts, siteUrl, "post");
}

/** @param localDate the posts' date, YYYY-MM-DD */
export function toBuiltInFeed(localDate: string, siteUrl: string): Feed {
  return feedOf(fallbackPosts(localDate), siteUrl, "built-in");
}

/** Built-in posts have numbers of their own, which later posts have too. */
type EntryKind = "post" | "built-in";

function feedOf(posts: readonly PostView[], siteUrl: string, kind: EntryKind): Feed {
  const entries = posts.map((post) => toEntry(post, siteUrl, kind));
  const instants = entries.map(({ updatedAt }) => updatedAt).toSorted();
  return { siteUrl, updatedAt: instants.at(-1) ?? "1970-01-01T00:00:00.000Z", entries };
}

function toEntry(post: PostView, siteUrl: string, kind: EntryKind): FeedEntry {
  const publishedAt = `${parseFullDate(post.fullDate) ?? "1970-01-01"}T00:00:00.000Z`;
  const changedAt = post.updatedAt ?? post.createdAt;
  const url = `${siteUrl}/r/${post.slug}`;
  return {
    // A tag URI (RFC 4151). Feed readers show an entry as new, or as seen, by its id.
    id: `tag:${new URL(siteUrl).hostname},2026:${kind}/${post.id}`,
    url,
    title: post.title,
    publishedAt,
    updatedAt: changedAt > publishedAt ? changedAt : publishedAt,
    summary: markdownExcerpt(post.content, 280),
    contentHtml: markdownToMarkup(post.content, url),
  };
}

/** A post as sitemap.xml and llms.txt list it. */
export type ListedPost = { slug: string; title: string; fullDate: string; updatedAt: string };

/** Every public post, newest first. */
export async function readAllPosts(): Promise<ListedPost[]> {
  const posts = await readForPage(
    [postsTag],
    async (ctx) => {
      const found = (await listPublicPosts(ctx, { limit: allPostsLimit })).posts;
      return found.length > 0 ? found : fallbackPosts(londonToday(ctx.clock.now()));
    },
    () => [],
  );
  return posts.map(({ slug, title, fullDate, createdAt, updatedAt }) => ({
    slug,
    title,
    fullDate,
    updatedAt: updatedAt ?? createdAt,
  }));
}
