import { toFullDate, toShortDate } from "./calendar";
import type { PostListItemView, PostView } from "./posts";

const texts = [
  {
    id: 1,
    slug: "aa",
    title: "Coming Soon",
    content:
      "The first briefing is being written. From then on there is one every weekday morning: the three finance stories that matter, each with its figure first, by 8:00 in your own timezone.",
  },
  {
    id: 2,
    slug: "ab",
    title: "Three Headlines, One Text, Every Day",
    content:
      "This is what reaches you every weekday morning: three headlines in one text, and the same three as a short email of about 300 words. It takes about 90 seconds to read.\n\nBehind every line stands a summary with its sources, for the days when a sentence is not enough.",
  },
] as const;

/**
 * The two built-in posts, shown while there is no other (spec, section 3).
 *
 * @param localDate the day (YYYY-MM-DD) they are shown under
 */
export function fallbackPosts(localDate: string): PostView[] {
  return texts.map((text) => ({
    ...text,
    shortDate: toShortDate(localDate),
    fullDate: toFullDate(localDate),
    readTime: 1,
    createdAt: `${localDate}T00:00:00.000Z`,
    updatedAt: null,
  }));
}

/** The same two as a list shows them. */
export function fallbackPostList(localDate: string): PostListItemView[] {
  return fallbackPosts(localDate).map(({ content, ...post }) => ({
    ...post,
    preview: content.slice(0, 120),
  }));
}
