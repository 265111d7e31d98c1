import { addDays } from "@/lib/calendar/days";
import { parseLongMonthDayYear } from "@/lib/calendar/format";
import { fallbackPosts } from "@/lib/contracts/fallback-posts";
import { postInstants } from "@/lib/contracts/post-instants";
import type { PostView } from "@/lib/contracts/posts";
import { londonToday } from "@/lib/domain/posts/post-dates";
import {
  findLastPostChange,
  listPublicPosts,
  listPublicPostsInFull,
} from "@/lib/domain/posts/read-posts";
import { markdownToMarkup } from "@/lib/markdown/markup";
import { markdownExcerpt } from "@/lib/markdown/plain-text";
import type { Feed, FeedEntry } from "./feed-formats";
import { pageConfig } from "../pages/page-config";
import { readForPage } from "../pages/static-page";

const feedPostCount = 30;

/** News search takes at most this many. */
const recentPostsLimit = 1_000;

/** A sitemap takes 50,000 addresses, and there are other pages. */
const allPostsLimit = 49_000;

/** The newest posts in full, or the built-in ones if there are none. */
export async function readFeed(): Promise<Feed> {
  const { siteUrl } = pageConfig();
  return readForPage(
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

/** Built-in posts have their own numbers, which later posts have, too. */
type EntryKind = "post" | "built-in";

function feedOf(posts: readonly PostView[], siteUrl: string, kind: EntryKind): Feed {
  const entries = posts.map((post) => toEntry(post, siteUrl, kind));
  const instants = entries.map(({ updatedAt }) => updatedAt).toSorted();
  return { siteUrl, updatedAt: instants.at(-1) ?? "1970-01-01T00:00:00.000Z", entries };
}

function toEntry(post: PostView, siteUrl: string, kind: EntryKind): FeedEntry {
  const { publishedAt, modifiedAt } = postInstants(post);
  const url = `${siteUrl}/r/${post.slug}`;
  return {
    // A tag URI (RFC 4151). Feed readers decide by the id whether an entry is new.
    id: `tag:${new URL(siteUrl).hostname},2026:${kind}/${post.id}`,
    url,
    title: post.title,
    publishedAt,
    updatedAt: modifiedAt,
    summary: markdownExcerpt(post.content, 280),
    contentHtml: markdownToMarkup(post.content, url),
  };
}

/** A post as sitemaps and llms.txt list it. Instants are ISO 8601 in UTC. */
export type ListedPost = {
  slug: string;
  title: string;
  fullDate: string;
  publishedAt: string;
  modifiedAt: string;
};

/** Every public post, newest first. */
export async function readAllPosts(): Promise<ListedPost[]> {
  return readListedPosts(allPostsLimit, () => true);
}

/** The public posts with today's or yesterday's date in London, newest first. */
export async function readRecentPosts(): Promise<ListedPost[]> {
  return readListedPosts(recentPostsLimit, (localDate, today) => localDate >= addDays(today, -1));
}

async function readListedPosts(
  limit: number,
  isListed: (localDate: string, today: string) => boolean,
): Promise<ListedPost[]> {
  return readForPage(
    async (ctx) => {
      const today = londonToday(ctx.clock.now());
      const found = (await listPublicPosts(ctx, { limit })).posts;
      return (found.length > 0 ? found : fallbackPosts(today))
        .filter(({ fullDate }) => isListed(parseLongMonthDayYear(fullDate) ?? "", today))
        .map((post) => ({
          slug: post.slug,
          title: post.title,
          fullDate: post.fullDate,
          ...postInstants(post),
        }));
    },
    () => [],
  );
}

/** When something about the public posts last changed (ISO); null if there are none. */
export async function readLastChange(): Promise<string | null> {
  return readForPage(findLastPostChange, () => null);
}
