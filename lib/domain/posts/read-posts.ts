import { fromDatabaseDate } from "@/lib/calendar/days";
import {
  type PostListItemView,
  type PostListQuery,
  type PostState,
  type PostView,
  postListDefaultLimit,
} from "@/lib/contracts/posts";
import { postMessages } from "@/lib/messages/posts";
import { AppError } from "@/lib/platform/app-error";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { findThread } from "./archive/thread";
import { isScheduled, londonToday, publicNow, publicNowSql } from "./post-dates";
import { toPostListItemView, toPostView, type PostListRow, type PostRow } from "./post-views";

/** As long as the content, and only the search uses it. */
const omit = { plainText: true } as const;

type Reading = Pick<Context, "db" | "clock">;

/** One page of posts, newest first, and how many match in all. */
export type PostList = { posts: PostListItemView[]; totalCount: number };

/** Public posts, newest first; `q` searches titles and content. */
export function listPublicPosts(
  ctx: Reading,
  query: Partial<PostListQuery> = {},
): Promise<PostList> {
  return listPosts(ctx, publicNowSql(ctx), query);
}

/** The newest public posts with their content, for feeds. */
export async function listPublicPostsInFull(ctx: Reading, limit: number): Promise<PostView[]> {
  const rows = await ctx.db.post.findMany({
    where: publicNow(ctx),
    orderBy: [{ localDate: "desc" }, { id: "desc" }],
    take: limit,
    omit,
  });
  return rows.map((row) => toPostView(row));
}

/**
 * When public posts may last have changed, because a post was released, saved, or deleted. An ISO instant, or
 * null without posts.
 */
export async function findLastPostChange(ctx: Reading): Promise<string | null> {
  // Scheduled posts count too, because a change of the date can turn a public post into one.
  // `greatest` ignores nulls.
  const [row] = await ctx.db.$queryRaw<{ at: Date | null }[]>`
    SELECT max(greatest(p.created_at, p.updated_at, p.deleted_at,
      CASE WHEN p.local_date <= ${londonToday(ctx.clock.now())}::date
        THEN p.local_date::timestamp AT TIME ZONE 'Europe/London' END)) AS at
    FROM posts p`;
  return row?.at?.toISOString() ?? null;
}

/** All posts that aren't deleted, newest first, each with `isScheduled` and `isDraft`. */
export async function listAllPosts(
  ctx: Reading,
  query: Partial<PostListQuery> = {},
): Promise<PostList> {
  return listPosts(ctx, inState(ctx, query.state), query, (view, row) => withState(ctx, view, row));
}

function inState({ clock }: Reading, state: PostState | undefined): Prisma.Sql {
  const today = Prisma.sql`${londonToday(clock.now())}::date`;
  if (state === "draft") return Prisma.sql`p.is_draft`;
  if (state === "scheduled") return Prisma.sql`NOT p.is_draft AND p.local_date > ${today}`;
  if (state === "published") return Prisma.sql`NOT p.is_draft AND p.local_date <= ${today}`;
  return Prisma.sql`true`;
}

async function listPosts(
  ctx: Reading,
  isVisible: Prisma.Sql,
  { limit = postListDefaultLimit, before, q }: Partial<PostListQuery>,
  finish: (view: PostListItemView, row: PostListRow) => PostListItemView = (view) => view,
): Promise<PostList> {
  const pattern = `%${(q ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  const matches = q
    ? Prisma.sql`searchable_text(p.title, p.content) LIKE lower(${pattern})`
    : Prisma.sql`true`;
  // The subquery includes deleted posts, so paging continues if the last row seen is deleted.
  const comesAfter =
    before === undefined
      ? Prisma.sql`true`
      : Prisma.sql`(p.local_date, p.id) < (SELECT s.local_date, s.id FROM posts s WHERE s.id = ${before})`;
  const matching = Prisma.sql`FROM posts p WHERE p.deleted_at IS NULL AND ${isVisible} AND ${matches}`;
  const [rows, counts] = await Promise.all([
    ctx.db.$queryRaw<PostListRow[]>`
      SELECT p.id, p.slug, p.title, p.local_date AS "localDate", p.read_time AS "readTime",
        p.preview, p.created_at AS "createdAt", p.updated_at AS "updatedAt", p.is_draft AS "isDraft"
      ${matching} AND ${comesAfter}
      ORDER BY p.local_date DESC, p.id DESC LIMIT ${limit}`,
    ctx.db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${matching}`,
  ]);
  return {
    posts: rows.map((row) => finish(toPostListItemView(row), row)),
    totalCount: counts[0]?.count ?? 0,
  };
}

type PostKey = { slug: string } | { id: number };

/** Throws AppError 404 if there is no such post, or it is scheduled or a draft and the caller isn't an administrator. */
export async function getPost(
  ctx: Reading,
  where: PostKey,
  { isAdmin }: { isAdmin: boolean },
): Promise<PostView> {
  const post = isAdmin ? await findAnyPost(ctx, where) : await findPublicPost(ctx, where);
  if (!post) throw new AppError(404, postMessages.notFound);
  return post;
}

async function findAnyPost(ctx: Reading, where: PostKey): Promise<PostView | null> {
  const row = await ctx.db.post.findFirst({ where: { ...where, deletedAt: null }, omit });
  if (!row) return null;
  const savedBy = await findLastAuthor(ctx, row.id);
  const thread = await findThread(ctx, row.id);
  return { ...toEditorsView(ctx, row), savedBy, thread };
}

async function findLastAuthor(ctx: Reading, id: number): Promise<string | null> {
  const event = await ctx.db.auditEvent.findFirst({
    where: { subject: `post:${id}`, action: { in: ["post.created", "post.updated"] } },
    orderBy: { id: "desc" },
    select: { actor: true },
  });
  return event?.actor.startsWith("admin:") ? event.actor.slice("admin:".length) : null;
}

export async function findPublicPost(ctx: Reading, where: PostKey): Promise<PostView | null> {
  const row = await ctx.db.post.findFirst({ where: { ...where, ...publicNow(ctx) }, omit });
  return row && toPostView(row);
}

/** A post with the fields that only administrators get. */
export function toEditorsView(
  ctx: Pick<Context, "clock">,
  row: PostRow & { threadTerms: string | null; emailSubject: string | null },
): PostView {
  const { threadTerms, emailSubject } = row;
  return { ...withState(ctx, toPostView(row), row), threadTerms, emailSubject };
}

/** Adds whether a post is scheduled or a draft, which only administrators get. */
function withState<View extends object>(
  ctx: Pick<Context, "clock">,
  view: View,
  { localDate, isDraft }: { localDate: Date; isDraft: boolean },
): View & { isScheduled: boolean; isDraft: boolean } {
  const isLater = isScheduled(fromDatabaseDate(localDate), ctx.clock.now());
  return { ...view, isScheduled: isLater && !isDraft, isDraft };
}
