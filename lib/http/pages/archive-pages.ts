import { headers } from "next/headers";
import { limits } from "@/lib/contracts/limits";
import {
  monthSchema,
  postSearchSchema,
  type MonthCount,
} from "@/lib/contracts/reading/post-search";
import type { PostListItemView } from "@/lib/contracts/posts";
import { perClientAddress } from "@/lib/domain/limits/per-client-address";
import { enforceRateLimits } from "@/lib/domain/limits/rate-limit";
import { listMonths, listPostsOfMonth } from "@/lib/domain/posts/archive/months";
import { searchPosts, type SearchResult } from "@/lib/domain/posts/archive/search-posts";
import { londonToday } from "@/lib/domain/posts/post-dates";
import { AppError } from "@/lib/platform/app-error";
import { clientAddressOf } from "../route/client-address";
import { getContext } from "../route/context";
import { readForPage } from "./static-page";

/** The months of the public posts, newest first. None while there are no posts. */
export async function readMonths(): Promise<MonthCount[]> {
  return readForPage(listMonths, () => []);
}

export type MonthPageView = {
  /** YYYY-MM */
  month: string;
  posts: PostListItemView[];
  months: MonthCount[];
};

/** A month's posts, or null if it has none. */
export async function readMonthPage(month: string): Promise<MonthPageView | null> {
  if (!monthSchema.safeParse(month).success) return null;
  const posts = await readForPage(
    (ctx) => listPostsOfMonth(ctx, month),
    () => [],
  );
  return posts.length === 0 ? null : { month, posts, months: await readMonths() };
}

export type SearchPageView = {
  search: ReturnType<typeof parseSearch>;
  /** Null without anything to search for. */
  result: SearchResult | null;
  /** In London, YYYY-MM-DD. */
  today: string;
};

/** A page's query as Next reads it. */
export type PageQuery = Readonly<Record<string, string | string[] | undefined>>;

/** The results of a search, or null if its client address has searched too often. */
export async function readSearchPage(query: PageQuery): Promise<SearchPageView | null> {
  const search = parseSearch(query);
  const ctx = await getContext();
  const today = londonToday(ctx.clock.now());
  if (search.q === "") return { search, result: null, today };
  const address = clientAddressOf(await headers());
  try {
    const limit = limits.postSearchesPerAddress;
    await enforceRateLimits(ctx, perClientAddress("post-search", address, limit));
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return null;
    throw error;
  }
  return { search, result: await searchPosts(ctx, search), today };
}

/** The first value of a repeated parameter counts. */
function parseSearch(query: PageQuery) {
  return postSearchSchema.parse(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0]])),
  );
}
