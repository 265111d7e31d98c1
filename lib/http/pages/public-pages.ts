import { parseLongMonthDayYear } from "@/lib/calendar/format";
import { describeGap } from "@/lib/contracts/days-off";
import { fallbackPostList, fallbackPosts } from "@/lib/contracts/fallback-posts";
import { type PostListItemView, type PostView, slugSchema } from "@/lib/contracts/posts";
import type { Thread } from "@/lib/contracts/reading/thread";
import { idSchema } from "@/lib/contracts/primitives";
import { findGap } from "@/lib/domain/daily-messages/days-off";
import {
  findLatestBriefing,
  type LatestBriefingView,
} from "@/lib/domain/delivery/content/latest-briefing";
import { findThread } from "@/lib/domain/posts/archive/thread";
import { findNeighbors, type PostNeighbors } from "@/lib/domain/posts/neighbors";
import { londonToday } from "@/lib/domain/posts/post-dates";
import { findPublicPost, listPublicPosts } from "@/lib/domain/posts/read-posts";
import { getContext } from "../route/context";
import { readForPage, type PageContext } from "./static-page";

/** How many posts the HTML of the list contains; the browser fetches the rest on demand. */
export const listedPostCount = 60;

const homePostCount = 5;

export type HomeBriefing = {
  /** YYYY-MM-DD */
  localDate: string;
  smsText: string;
  email: { title: string; preview: string } | null;
};

export type HomePageView = {
  posts: PostListItemView[];
  briefing: HomeBriefing;
  /** In London, YYYY-MM-DD. */
  today: string;
};

/** The newest posts and the latest briefing, or the built-in posts if there are none yet. */
export async function readHomePage(): Promise<HomePageView> {
  return readForPage(
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
    briefing: briefing ? toHomeBriefing(briefing) : headlinesAsBriefing(today, shown),
  };
}

function toHomeBriefing({ localDate, smsText, post }: LatestBriefingView): HomeBriefing {
  return { localDate, smsText, email: post && toEmail(post) };
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The beginning of an email. If cut, it ends with a whole sentence, if there is one. */
function toEmail({ title, preview }: { title: string; preview: string }) {
  const parts = [...sentences.segment(preview)].map(({ segment }) => segment);
  const whole = preview.endsWith("…") ? parts.slice(0, -1).join("").trim() : preview;
  return { title, preview: whole || preview };
}

/** Shown until the first daily message exists. */
function headlinesAsBriefing(localDate: string, posts: readonly PostListItemView[]): HomeBriefing {
  const headlines = posts.slice(0, 3);
  return {
    localDate,
    smsText: headlines.map(({ title }, index) => `${index + 1}. ${title}`).join("\n"),
    email: headlines[0] ? toEmail(headlines[0]) : null,
  };
}

/** The date in London, YYYY-MM-DD, and the note about days off; null if there are none. */
export async function readToday(): Promise<{ today: string; gap: string | null }> {
  const today = ({ clock }: Pick<PageContext, "clock">) => londonToday(clock.now());
  return readForPage(
    async (ctx) => {
      const gap = await findGap(ctx, today(ctx));
      return { today: today(ctx), gap: gap && describeGap(gap) };
    },
    (ctx) => ({ today: today(ctx), gap: null }),
  );
}

export type PostListPageView = { posts: PostListItemView[]; hasMore: boolean };

/** The newest posts, or the built-in ones if there are none. */
export async function readPostListPage(): Promise<PostListPageView> {
  return readForPage(
    async (ctx) => {
      const today = londonToday(ctx.clock.now());
      const { posts, totalCount } = await listPublicPosts(ctx, { limit: listedPostCount });
      return posts.length > 0 ? { posts, hasMore: totalCount > posts.length } : builtInList(today);
    },
    ({ clock }) => builtInList(londonToday(clock.now())),
  );
}

function builtInList(today: string): PostListPageView {
  return { posts: fallbackPostList(today), hasMore: false };
}

/** The public post with this slug. The built-in posts count only while there are no others. */
export async function readPostPage(slug: string): Promise<PostView | null> {
  if (!slugSchema.safeParse(slug).success) return null;
  return readForPage(
    async (ctx) =>
      (await findPublicPost(ctx, { slug })) ?? findBuiltIn(ctx, (post) => post.slug === slug),
    () => null,
  );
}

/** The links at the end of a post's page. The built-in posts have none. */
export async function readNeighbors(post: PostView): Promise<PostNeighbors> {
  const none = { previous: null, next: null };
  const localDate = parseLongMonthDayYear(post.fullDate);
  if (localDate === null) return none;
  const { id } = post;
  return readForPage(
    (ctx) => findNeighbors(ctx, { id, localDate }),
    () => none,
  );
}

/** Earlier posts about the same thing. The built-in posts have none. */
export async function readEarlierPosts({ id }: PostView): Promise<Thread["posts"]> {
  return readForPage(
    async (ctx) => (await findThread(ctx, id)).posts,
    () => [],
  );
}

/** The slug of the public post with this id, or null. */
export async function readPostSlug(postId: string): Promise<string | null> {
  const id = idSchema.safeParse(postId);
  if (!id.success) return null;
  const ctx = await getContext();
  const post =
    (await findPublicPost(ctx, { id: id.data })) ??
    (await findBuiltIn(ctx, (builtIn) => builtIn.id === id.data));
  return post?.slug ?? null;
}

/** The slugs of the posts to render at build time. */
export async function readKnownSlugs(): Promise<string[]> {
  return readForPage(
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
  matches: (post: PostView) => boolean,
): Promise<PostView | null> {
  const builtIn = fallbackPosts(londonToday(ctx.clock.now())).find(matches);
  if (!builtIn) return null;
  const { totalCount } = await listPublicPosts(ctx, { limit: 1 });
  return totalCount === 0 ? builtIn : null;
}
