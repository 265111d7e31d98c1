import { fromDatabaseDate, toFullDate, toShortDate } from "@/lib/contracts/calendar";
import { type PostListItemView, type PostView, postPreviewLength } from "@/lib/contracts/posts";
import { markdownToPlainText } from "@/lib/markdown/plain-text";

/** How much markdown is read to find a preview's characters. */
const previewSourceLength = 2_000;

/** What every look at a post's row reads. */
type PostHead = {
  id: number;
  slug: string;
  title: string;
  localDate: Date;
  readTime: number;
  createdAt: Date;
  updatedAt: Date | null;
};

/** A post's row with its markdown. */
export type PostRow = PostHead & { content: string };

/** A post's row as lists read it. */
export type PostListRow = PostHead & { preview: string };

/** The first 120 characters of markdown as plain text on one line; no character is cut in half. */
export function previewOf(content: string): string {
  // The rest cannot show; markup and addresses take some of what is read.
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

/** A post with its markdown, as everybody sees it. */
export function toPostView(row: PostRow): PostView {
  return { ...sharedView(row), content: row.content };
}

/** A post in a list, as everybody sees it. */
export function toPostListItemView(row: PostListRow): PostListItemView {
  return { ...sharedView(row), preview: row.preview };
}
