import { fromDatabaseDate, toFullDate, toShortDate } from "@/lib/contracts/calendar";
import { type PostListItemView, type PostView, postPreviewLength } from "@/lib/contracts/posts";
import { markdownToPlainText } from "@/lib/markdown/plain-text";

/** How much Markdown is parsed for a preview, in characters; markup and URLs use up some of it. */
const previewSourceLength = 2_000;

type PostHead = {
  id: number;
  slug: string;
  title: string;
  localDate: Date;
  readTime: number;
  createdAt: Date;
  updatedAt: Date | null;
};

export type PostRow = PostHead & { content: string };

export type PostListRow = PostHead & { preview: string };

/** The first 120 characters of Markdown as plain text on one line, never splitting a surrogate pair. */
export function previewOf(content: string): string {
  const beginning = content.slice(0, previewSourceLength);
  const text = markdownToPlainText(beginning, { showUrls: false }).replaceAll(/\s+/g, " ").trim();
  return Array.from(text).slice(0, postPreviewLength).join("");
}

function sharedView(row: PostHead) {
  const localDate = fromDatabaseDate(row.localDate);
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    shortDate: toShortDate(localDate),
    fullDate: toFullDate(localDate),
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
