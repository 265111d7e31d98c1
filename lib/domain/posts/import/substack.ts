import { parse as parseCsv } from "csv-parse/sync";
import { z } from "zod";
import { postImportMessages as messages } from "@/lib/messages/admin/post-imports";
import { AppError } from "@/lib/platform/app-error";
import { byDate, escapeHtml, type Archive, type ArchivePost } from "./archive-post";
import { dropWidgets } from "./drop-widgets";

const instant = z
  .string()
  .transform((at) => new Date(at))
  .refine((at) => !Number.isNaN(at.getTime()));

const rowSchema = z.object({
  /** `142500132.one-chart`; drafts may have no name. */
  post_id: z.string().regex(/^\d+(?:\..*)?$/),
  post_date: z.union([z.literal(""), instant]),
  is_published: z.string().regex(/^(?:true|false)$/i),
  type: z.string(),
  audience: z.string().default("everyone"),
  title: z.string().default(""),
  subtitle: z.string().default(""),
  podcast_url: z.string().default(""),
});

type Row = z.output<typeof rowSchema>;

/** Whether a file of Substack's export is read. */
export function isSubstackFile(path: string): boolean {
  return /^(?:.*\/)?(?:posts\.csv|posts\/[^/]+\.html)$/.test(path) && !path.startsWith("__MACOSX");
}

/**
 * Reads Substack's export (Settings → Export): `posts.csv`, and a file for each post's text.
 *
 * @param files texts by their path in the archive
 * @throws AppError 400
 */
export function readSubstack(files: ReadonlyMap<string, string>): Archive {
  const list = [...files].find(([path]) => /(?:^|\/)posts\.csv$/.test(path))?.[1];
  if (list === undefined) throw new AppError(400, messages.noList);
  const texts = new Map(
    [...files].map(([path, html]) => [path.replace(/^.*\//, "").replace(/\.html$/, ""), html]),
  );
  const rows = readRows(list);
  const [posts, others] = [rows.filter(isPost), rows.filter((row) => !isPost(row))];
  return {
    posts: posts.map((row) => toArchivePost(row, texts.get(row.post_id) ?? "")).toSorted(byDate),
    leftOut: others.map(({ title, post_id: id, type }) => `${title || id} (${type})`),
  };
}

const isPost = ({ type }: Row) => type === "newsletter" || type === "podcast";

function readRows(csv: string): Row[] {
  try {
    const records = parseCsv(csv, { columns: true, bom: true, skip_empty_lines: true });
    return z.array(rowSchema).parse(records);
  } catch (error) {
    throw new AppError(400, messages.badList, { cause: error });
  }
}

function toArchivePost(row: Row, html: string): ArchivePost {
  const [, id = "", slug = ""] = /^(\d+)\.?(.*)$/.exec(row.post_id) ?? [];
  const subtitle = row.subtitle === "" ? "" : `<p>${escapeHtml(row.subtitle)}</p>\n`;
  const sound =
    row.podcast_url === ""
      ? ""
      : `<p><a href="${escapeHtml(row.podcast_url)}">${messages.listen}</a></p>\n`;
  const writtenAt = row.post_date === "" ? new Date(0) : row.post_date;
  const isPublished = row.is_published.toLowerCase() === "true";
  return {
    source: `substack:${id}`,
    path: `/p/${slug || id}`,
    title: row.title,
    html: subtitle + sound + dropWidgets(html),
    publishedAt: isPublished ? writtenAt : null,
    createdAt: writtenAt,
    draftReason: isPublished && row.audience !== "everyone" ? "members" : null,
  };
}
