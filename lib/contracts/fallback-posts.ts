import { formatLongMonthDayYear, formatDayMonthCaps } from "@/lib/calendar/format";
import type { PostListItemView, PostView } from "./posts";

const texts = [
  {
    id: 1,
    slug: "aa",
    title: "Coming Soon",
    preview:
      "We’re writing the first briefing. After that, there’ll be one every weekday: the three finance stories that matter…",
    content:
      "We’re writing the first briefing. After that, there’ll be one every weekday: the three finance stories that matter, numbers first, by 8:00 in your time zone.",
  },
  {
    id: 2,
    slug: "ab",
    title: "Three Headlines, One Text, Every Day",
    preview:
      "Here’s what you’ll get every weekday morning: three headlines in one text, and the same three stories in a short email…",
    content:
      "Here’s what you’ll get every weekday morning: three headlines in one text, and the same three stories in a short email of about 300 words. It takes about 90 seconds to read.\n\nBehind every headline is a summary with its sources, for the days when one line isn’t enough.",
  },
] as const;

/** @param localDate their date, YYYY-MM-DD */
function headOf(text: (typeof texts)[number], localDate: string) {
  return {
    id: text.id,
    slug: text.slug,
    title: text.title,
    shortDate: formatDayMonthCaps(localDate),
    fullDate: formatLongMonthDayYear(localDate),
    readTime: 1,
    createdAt: `${localDate}T00:00:00.000Z`,
    updatedAt: null,
  };
}

/**
 * Shown while there are no other posts: docs/product-spec.md, section 2.1.
 *
 * @param localDate their date, YYYY-MM-DD
 */
export function fallbackPosts(localDate: string): PostView[] {
  return texts.map((text) => ({ ...headOf(text, localDate), content: text.content }));
}

/** The same posts as a list shows them. */
export function fallbackPostList(localDate: string): PostListItemView[] {
  return texts.map((text) => ({ ...headOf(text, localDate), preview: text.preview }));
}
