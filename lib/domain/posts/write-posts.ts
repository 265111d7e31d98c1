import { fromDatabaseDate, toDatabaseDate } from "@/lib/calendar/days";
import { formatLongMonthDayYear } from "@/lib/calendar/format";
import type { PostInput, PostView } from "@/lib/contracts/posts";
import { postMessages } from "@/lib/messages/posts";
import { AppError } from "@/lib/platform/app-error";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { isSameInstant, nextVersion, recordRevision, type Fields } from "../revisions";
import { textsOf } from "./post-views";
import { toEditorsView } from "./read-posts";
import { requireFittingSlug } from "./slugs";

type Writing = Pick<Context, "db" | "clock">;

const messages = postMessages;

/**
 * Throws AppError 409 `slug_taken`, naming the post that has the slug; 400 for a slug with three
 * characters while some with two are free.
 */
export async function createPost(ctx: Writing, input: PostInput, actor: Actor): Promise<PostView> {
  return explainSlugConflict(ctx, input.slug, () =>
    ctx.db.$transaction(async (tx) => {
      const row = await insertPost(ctx, tx, input, { actor });
      return toEditorsView(ctx, row);
    }),
  );
}

/**
 * Adds a post in the caller's transaction.
 *
 * @param publishedAt when readers could first see it, if that was on a different site; isn't reported to
 *   anyone
 * @throws AppError 400 like `createPost`; an error of the unique index `posts_slug_key`
 */
export async function insertPost(
  ctx: Writing,
  tx: Transaction,
  input: PostInput,
  { actor, publishedAt = null }: { actor: Actor; publishedAt?: Date | null },
) {
  await requireFittingSlug(tx, input.slug);
  const row = await tx.post.create({
    data: {
      ...toRow(input),
      isDraft: input.isDraft ?? false,
      threadTerms: input.threadTerms ?? null,
      emailSubject: input.emailSubject ?? null,
      createdAt: ctx.clock.now(),
      publishedAt,
    },
  });
  await recordRevision(ctx, tx, { postId: row.id }, fieldsOf(row), actor);
  await recordAudit(ctx, tx, { actor, action: "post.created", subject: `post:${row.id}` });
  return row;
}

/**
 * Replaces a post.
 *
 * @param seenUpdatedAt `updatedAt` of the version the editor saw (ISO), null for a post never updated;
 *   undefined skips the check, and the last save wins
 * @throws AppError 404; 409 `post_changed` if someone saved after that version; 409 `slug_taken`
 */
export async function updatePost(
  ctx: Writing,
  id: number,
  input: PostInput,
  seenUpdatedAt: string | null | undefined,
  actor: Actor,
): Promise<PostView> {
  return explainSlugConflict(ctx, input.slug, () =>
    ctx.db.$transaction(async (tx) => {
      const before = await lockPost(tx, id);
      if (!before || before.deletedAt) throw new AppError(404, messages.notFound);
      if (seenUpdatedAt !== undefined && !isSameInstant(before.updatedAt, seenUpdatedAt)) {
        throw new AppError(409, messages.changed, { code: "post_changed", field: "updatedAt" });
      }
      await requireFittingSlug(tx, input.slug, before.slug);
      const updatedAt = nextVersion(before.updatedAt, ctx.clock.now());
      const isDraft = input.isDraft ?? before.isDraft;
      const { threadTerms = before.threadTerms, emailSubject = before.emailSubject } = input;
      const row = await tx.post.update({
        where: { id },
        data: { ...toRow(input), isDraft, threadTerms, emailSubject, updatedAt },
      });
      const previous = { fields: fieldsOf(before), at: before.updatedAt ?? before.createdAt };
      await recordRevision(ctx, tx, { postId: id }, fieldsOf(row), actor, previous);
      await recordAudit(ctx, tx, { actor, action: "post.updated", subject: `post:${id}` });
      return toEditorsView(ctx, row);
    }),
  );
}

/**
 * Removes a post from the site. The row stays for 30 days, so it can be restored.
 *
 * @throws AppError 404 if it doesn't exist or has already been deleted
 */
export async function deletePost(ctx: Writing, id: number, actor: Actor): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const before = await lockPost(tx, id);
    if (!before || before.deletedAt) throw new AppError(404, messages.notFound);
    await tx.post.update({ where: { id }, data: { deletedAt: ctx.clock.now() } });
    await recordAudit(ctx, tx, { actor, action: "post.deleted", subject: `post:${id}` });
  });
}

/**
 * Restores a deleted post; does nothing to one that isn't deleted.
 *
 * @throws AppError 404; 409 `slug_taken` if another post has taken its slug
 */
export async function restorePost(ctx: Writing, id: number, actor: Actor): Promise<PostView> {
  const found = await ctx.db.post.findUnique({ where: { id }, select: { slug: true } });
  if (!found) throw new AppError(404, messages.notFound);
  return explainSlugConflict(ctx, found.slug, () =>
    ctx.db.$transaction(async (tx) => {
      const before = await lockPost(tx, id);
      if (!before) throw new AppError(404, messages.notFound);
      const row = await tx.post.update({ where: { id }, data: { deletedAt: null } });
      if (before.deletedAt) {
        await recordAudit(ctx, tx, { actor, action: "post.restored", subject: `post:${id}` });
      }
      return toEditorsView(ctx, row);
    }),
  );
}

function toRow({ slug, title, localDate, content, readTime }: PostInput) {
  const date = toDatabaseDate(localDate);
  return { slug, title, localDate: date, content, readTime, ...textsOf(content) };
}

/** As long as the content, and derived from it. */
const omit = { plainText: true, preview: true } as const;

type StoredPost = Prisma.PostGetPayload<{ omit: typeof omit }>;

/** What a version of a post consists of. */
function fieldsOf({ localDate, threadTerms, emailSubject, ...post }: StoredPost): Fields {
  const { title, slug, readTime, isDraft, content } = post;
  const date = fromDatabaseDate(localDate);
  const optional = { threadTerms: threadTerms ?? "", emailSubject: emailSubject ?? "" };
  return { title, slug, date, readTime, isDraft, ...optional, content };
}

async function lockPost(tx: Transaction, id: number): Promise<StoredPost | null> {
  await tx.$queryRaw`SELECT 1 FROM posts WHERE id = ${id} FOR UPDATE`;
  return tx.post.findUnique({ where: { id }, omit });
}

// The unique index decides instead of a check beforehand: two editors can save at the same moment.
async function explainSlugConflict<T>(
  ctx: Pick<Context, "db">,
  slug: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUniqueIndex(error) !== "posts_slug_key") throw error;
    const holder = await ctx.db.post.findFirst({ where: { slug, deletedAt: null } });
    const message = holder
      ? messages.slugTaken(
          slug,
          holder.title,
          formatLongMonthDayYear(fromDatabaseDate(holder.localDate)),
        )
      : messages.slugJustTaken(slug);
    throw new AppError(409, message, { code: "slug_taken", field: "slug", cause: error });
  }
}
