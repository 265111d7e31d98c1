import { fromDatabaseDate } from "@/lib/calendar/days";
import { formatLongMonthDayYear, formatDayMonthCaps } from "@/lib/calendar/format";
import { type PostListItemView, type PostView, postPreviewLength } from "@/lib/contracts/posts";
import { markdownExcerpt } from "@/lib/markdown/plain-text";
import { markdownSearchText } from "@/lib/markdown/search-text";
import type { Prisma } from "@/lib/platform/database/database";

type StoredPost = Prisma.PostGetPayload<object>;

type PostHead = Pick<
  StoredPost,
  "id" | "slug" | "title" | "localDate" | "readTime" | "createdAt" | "updatedAt" | "isDraft"
>;

export type PostRow = PostHead & Pick<StoredPost, "content">;

export type PostListRow = PostHead & Pick<StoredPost, "preview">;

/** At most 120 characters of a post's text on one line, ending at a word. */
export function previewOf(content: string): string {
  return markdownExcerpt(content, postPreviewLength);
}

/** What is stored with a post's content. */
export function textsOf(content: string): { preview: string; plainText: string } {
  return { preview: previewOf(content), plainText: markdownSearchText(content) };
}

function sharedView(row: PostHead) {
  const localDate = fromDatabaseDate(row.localDate);
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    shortDate: formatDayMonthCaps(localDate),
    fullDate: formatLongMonthDayYear(localDate),
    readTime: row.readTime,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt?.toISOString() ?? null,
  };
}

export function toPostView(row: PostRow): PostView {
  return { ...sharedView(row), content: row.content };
}

export function toPostListItemView(row: PostListRow): PostListItemView {
  return { ...sharedView(row), preview: row.preview };
}
