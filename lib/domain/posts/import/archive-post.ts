/** A post from the former site's export. */
export type ArchivePost = {
  /** Where it came from and its ID there, such as `ghost:5ddc9063c35e7700383b27e0`. */
  source: string;
  /** The path of its page there, such as `/p/one-chart`. */
  path: string;
  title: string;
  /** The text, after a subtitle or a picture if there is one. */
  html: string;
  /** Null if nobody could read it there yet. */
  publishedAt: Date | null;
  /** When it was written, for drafts. */
  createdAt: Date;
  /** Why it becomes a draft although it was published. */
  draftReason: "members" | "emailed" | null;
};

/** The content of an export. */
export type Archive = {
  /** Oldest first. */
  posts: readonly ArchivePost[];
  /** What isn't a post and is left out, such as `About (page)`. */
  leftOut: readonly string[];
};

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

export const byDate = (a: ArchivePost, b: ArchivePost) =>
  (a.publishedAt ?? a.createdAt).getTime() - (b.publishedAt ?? b.createdAt).getTime();
