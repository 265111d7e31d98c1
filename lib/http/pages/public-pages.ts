import { fallbackPostList, fallbackPosts } from "@/lib/contracts/fallback-posts";
import { type PostListItemView, type PostView, slugSchema } from "@/lib/contracts/posts";
import { idSchema } from "@/lib/contracts/primitives";
import {
  findLatestBriefing,
  type LatestBriefingView,
} from "@/lib/domain/delivery/content/latest-briefing";
import { londonToday } from "@/lib/domain/posts/post-dates";
import {
  findPublicPostById,
  findPublicPostBySlug,
  listPublicPosts,
} from "@/lib/domain/posts/read-posts";
import { getContext } from "../route/context";
import { dailyMessagesTag, postsTag, postTag } from "./page-tags";
import { readForPage, type PageContext } from "./static-page";

/** How many posts the list carries in its HTML; the rest comes on demand. */
export const listedPostCount = 60;

const homePostCount = 5;

/** A briefing as the home page shows it. */
export type ShownBriefing = {
  /** YYYY-MM-DD */
  localDate: string;
  smsText: string;
  mail: { title: string; preview: string } | null;
};

/** What the home page shows. */
export type HomePageView = {
  posts: PostListItemView[];
  briefing: ShownBriefing;
  /** London's calendar day, YYYY-MM-DD. */
  today: string;
};

/** The home page's posts and the latest briefing; the built-in posts where there is nothing yet. */
export async function readHomePage(): Promise<HomePageView> {
  return readForPage(
    [postsTag, dailyMessagesTag],
    async (ctx) => {
      const [{ posts }, briefing] = await Promise.all([
        listPublicPosts(ctx, { limit: homePostCount }),
        findLatestBriefing(ctx),
      ]);
      return homePage(londonToday(ctx.clock.now()), posts, briefing);
    },
    ({ clock }) => homePage(londonToday(clock.now()), [], null),
  );
}

function homePage(
  today: string,
  posts: PostListItemView[],
  briefing: LatestBriefingView | null,
): HomePageView {
  const shown = posts.length > 0 ? posts : fallbackPostList(today);
  return {
    today,
    posts: shown,
    briefing: briefing ? toShownBriefing(briefing) : firstBriefing(today, shown),
  };
}

function toShownBriefing({ localDate, smsText, post }: LatestBriefingView): ShownBriefing {
  return { localDate, smsText, mail: post && toMail(post) };
}

/** The preview ends in the middle of a word more often than not; a phone ends it at one. */
function toMail({ title, preview }: { title: string; preview: string }) {
  return { title, preview: preview.length < 120 ? preview : `${preview.replace(/\s+\S*$/, "")} …` };
}

/** Before the first message there are the newest headlines. */
function firstBriefing(localDate: string, posts: readonly PostListItemView[]): ShownBriefing {
  const headlines = posts.slice(0, 3);
  return {
    localDate,
    smsText: headlines.map(({ title }, index) => `${index + 1}. ${title}`).join("\n"),
    mail: headlines[0] ? toMail(headlines[0]) : null,
  };
}

/** What the list of posts shows. */
export type PostListPageView = {
  posts: PostListItemView[];
  hasMore: boolean;
  /** London's calendar day, YYYY-MM-DD. */
  today: string;
};

/** The newest posts; the built-in ones where there is none. */
export async function readPostListPage(): Promise<PostListPageView> {
  return readForPage(
    [postsTag],
    async (ctx) => {
      const today = londonToday(ctx.clock.now());
      const { posts, totalCount } = await listPublicPosts(ctx, { limit: listedPostCount });
      return posts.length > 0
        ? { posts, hasMore: totalCount > posts.length, today }
        : builtInList(today);
    },
    ({ clock }) => builtInList(londonToday(clock.now())),
  );
}

function builtInList(today: string): PostListPageView {
  return { posts: fallbackPostList(today), hasMore: false, today };
}

/** The post of an address, the built-in ones where there is no other, or null. */
export async function readPostPage(slug: string): Promise<PostView | null> {
  if (!slugSchema.safeParse(slug).success) return null;
  // Only a built-in post depends on whether there are others.
  const isBuiltIn = fallbackPosts("2025-01-01").some((post) => post.slug === slug);
  return readForPage(
    isBuiltIn ? [postTag(slug), postsTag] : [postTag(slug)],
    async (ctx) =>
      (await findPublicPostBySlug(ctx, slug)) ?? findBuiltIn(ctx, (post) => post.slug === slug),
    () => null,
  );
}

/** The address of the post of a number, or null: for addresses that carry the number. */
export async function readPostSlug(postId: string): Promise<string | null> {
  const id = idSchema.safeParse(postId);
  if (!id.success) return null;
  const ctx = await getContext();
  const post =
    (await findPublicPostById(ctx, id.data)) ??
    (await findBuiltIn(ctx, (builtIn) => builtIn.id === id.data));
  return post?.slug ?? null;
}

/** Addresses of the posts whose pages are made ahead. */
export async function readKnownSlugs(): Promise<string[]> {
  return readForPage(
    [postsTag],
    async (ctx) => {
      const { posts } = await listPublicPosts(ctx, { limit: 500 });
      const known = posts.length > 0 ? posts : fallbackPostList(londonToday(ctx.clock.now()));
      return known.map(({ slug }) => slug);
    },
    () => [],
  );
}

async function findBuiltIn(
  ctx: PageContext,
  isWanted: (post: PostView) => boolean,
): Promise<PostView | null> {
  const builtIn = fallbackPosts(londonToday(ctx.clock.now())).find(isWanted);
  if (!builtIn) return null;
  const { totalCount } = await listPublicPosts(ctx, { limit: 1 });
  return totalCount === 0 ? builtIn : null;
}
