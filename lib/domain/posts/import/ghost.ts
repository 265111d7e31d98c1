import { z } from "zod";
import { postImportMessages as messages } from "@/lib/messages/admin/post-imports";
import { AppError } from "@/lib/platform/app-error";
import { byDate, escapeHtml, type Archive, type ArchivePost } from "./archive-post";
import { dropWidgets } from "./drop-widgets";

const text = z.string().nullish();
/** ISO 8601, or `2023-05-01 10:00:00` in UTC as older versions write it. */
const instant = z
  .union([z.string(), z.number()])
  .transform(
    (at) =>
      new Date(
        typeof at === "string" && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) ? `${at}Z` : at,
      ),
  )
  .refine((at) => !Number.isNaN(at.getTime()));

const postSchema = z.object({
  id: z.union([z.string(), z.number()]),
  title: text,
  slug: z.string(),
  html: text,
  feature_image: text,
  type: text,
  status: z.string(),
  visibility: text,
  created_at: instant,
  published_at: instant.nullish(),
});

const metaSchema = z.object({
  post_id: z.union([z.string(), z.number()]),
  feature_image_alt: text,
});

const dataSchema = z.object({
  posts: z.array(postSchema),
  posts_meta: z.array(metaSchema).default([]),
});

/** With or without `db` around it (https://docs.ghost.org/migration/custom). */
const exportSchema = z.union([
  z
    .object({ db: z.array(z.object({ data: dataSchema })).min(1) })
    .transform(({ db }) => db[0]?.data),
  z.object({ data: dataSchema }).transform(({ data }) => data),
]);

/** Ghost writes this instead of its own address. */
const ownAddress = "__GHOST_URL__";

/**
 * Reads Ghost's export (Settings → Migration tools → Export).
 *
 * @param site the site's address, without a trailing slash, in place of Ghost's placeholder
 * @throws AppError 400
 */
export function readGhost(json: string, site: string | undefined): Archive {
  const data = parse(json);
  const alts = new Map(
    data.posts_meta.map((meta) => [String(meta.post_id), meta.feature_image_alt ?? ""]),
  );
  if (site === undefined && json.includes(ownAddress)) {
    throw new AppError(400, messages.siteNeeded, { field: "site" });
  }
  const [posts, others] = [data.posts.filter(isPost), data.posts.filter((post) => !isPost(post))];
  return {
    posts: posts
      .map((post) => toArchivePost(post, alts.get(String(post.id)) ?? "", site ?? ""))
      .toSorted(byDate),
    leftOut: others.map(({ title, slug, type }) => `${title || slug} (${type})`),
  };
}

type GhostPost = z.output<typeof postSchema>;

const isPost = ({ type }: GhostPost) => (type ?? "post") === "post";

function parse(json: string): z.output<typeof dataSchema> {
  try {
    const data = exportSchema.parse(JSON.parse(json));
    if (data) return data;
  } catch (error) {
    throw new AppError(400, messages.notGhost, { cause: error });
  }
  throw new AppError(400, messages.notGhost);
}

function toArchivePost(post: GhostPost, alt: string, site: string): ArchivePost {
  const { status, visibility, feature_image: image } = post;
  const picture = image ? `<img src="${escapeHtml(image)}" alt="${escapeHtml(alt)}">\n` : "";
  const isOut = status === "published" || status === "sent";
  return {
    source: `ghost:${post.id}`,
    path: `/${post.slug}`,
    title: post.title ?? "",
    html: `${picture}${dropWidgets(post.html ?? "")}`.replaceAll(ownAddress, site),
    publishedAt: isOut ? (post.published_at ?? post.created_at) : null,
    createdAt: post.created_at,
    draftReason: reasonOf(status, visibility ?? "public"),
  };
}

function reasonOf(status: string, visibility: string): ArchivePost["draftReason"] {
  if (status === "sent") return "emailed";
  return status === "published" && visibility !== "public" ? "members" : null;
}
