import { fromDatabaseDate, toFullDate, toShortDate } from "@/lib/contracts/dates";
import { postPreviewLength, type PostListItemView, type PostView } from "@/lib/contracts/posts";
import { markdownToPlainText } from "@/lib/markdown/plain-text";

/** How much markdown is read to find a preview's characters; markup and addresses take some. */
export const previewSourceLength = 2_000;

/** What a post's row holds, whoever looks. */
export type PostRow = {
  id: number;
  slug: string;
  title: string;
  localDate: Date;
  content: string;
  readTime: number;
  createdAt: Date;
  updatedAt: Date | null;
};

// Parsing takes milliseconds for each post, and a list shows the same hundred again and again.
const mostRemembered = 2_000;
const remembered = new Map<string, string>();

/** The first 120 characters of markdown as plain text on one line; no character is cut in half. */
export function previewOf(content: string): string {
  const known = remembered.get(content);
  if (known !== undefined) return known;
  const preview = makePreview(content);
  const [oldest] = remembered.keys();
  if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
  // Only what a list reads of a post: a whole one may be long.
  if (content.length <= previewSourceLength) remembered.set(content, preview);
  return preview;
}

function makePreview(content: string): string {
  const text = markdownToPlainText(content, { showUrls: false }).replaceAll(/\s+/g, " ").trim();
  return Array.from(text).slice(0, postPreviewLength).join("");
}

function sharedView(row: Omit<PostRow, "content">) {
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

/** A post in a list, as everybody sees it; `content` may be its first `previewSourceLength` characters. */
export function toPostListItemView(row: PostRow): PostListItemView {
  return { ...sharedView(row), preview: previewOf(row.content) };
}
