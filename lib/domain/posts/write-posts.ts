import { fromDatabaseDate, toDatabaseDate, toFullDate } from "@/lib/contracts/calendar";
import type { PostInput, PostView } from "@/lib/contracts/posts";
import { postMessages } from "@/lib/messages/posts";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { isSameInstant, nextVersion } from "../optimistic-lock";
import { previewOf, toPostView } from "./post-views";
import { withSchedule } from "./read-posts";

type Writing = Pick<Context, "db" | "clock">;

const messages = postMessages;
const keptAfterDeletionMs = 30 * 24 * 3_600_000;

/**
 * Writes a new post.
 *
 * @throws AppError 409 `slug_taken` that names the post in the way
 */
export async function createPost(ctx: Writing, input: PostInput, actor: Actor): Promise<PostView> {
  return sayingWhoHasTheSlug(ctx, input.slug, () =>
    ctx.db.$transaction(async (tx) => {
      const row = await tx.post.create({ data: { ...toRow(input), createdAt: ctx.clock.now() } });
      await recordAudit(ctx, tx, { actor, action: "post.created", subject: `post:${row.id}` });
      return withSchedule(ctx, toPostView(row), row);
    }),
  );
}

/**
 * Replaces a post. The last writer wins, unless `seenUpdatedAt` says which state the editor had
 * before them. `previousSlug` is the address the post had until now.
 *
 * @param seenUpdatedAt the `updatedAt` last seen (ISO), null for a post never changed, undefined
 *   for "whatever it is"
 * @throws AppError 404; 409 `post_changed` when somebody saved since; 409 `slug_taken`
 */
export async function updatePost(
  ctx: Writing,
  id: number,
  input: PostInput,
  seenUpdatedAt: string | null | undefined,
  actor: Actor,
): Promise<{ post: PostView; previousSlug: string }> {
  return sayingWhoHasTheSlug(ctx, input.slug, () =>
    ctx.db.$transaction(async (tx) => {
      const before = await lockPost(tx, id);
      if (!before || before.deletedAt) throw new AppError(404, messages.notFound);
      if (seenUpdatedAt !== undefined && !isSameInstant(before.updatedAt, seenUpdatedAt)) {
        throw new AppError(409, messages.savedSince, { code: "post_changed", field: "updatedAt" });
      }
      const updatedAt = nextVersion(before.updatedAt, ctx.clock.now());
      const row = await tx.post.update({ where: { id }, data: { ...toRow(input), updatedAt } });
      await recordAudit(ctx, tx, { actor, action: "post.updated", subject: `post:${id}` });
      return { post: withSchedule(ctx, toPostView(row), row), previousSlug: before.slug };
    }),
  );
}

/**
 * Takes a post off the site. The row stays for 30 days, so that it can be restored.
 *
 * @returns the address it had
 * @throws AppError 404 when there is none, or it is deleted already
 */
export async function deletePost(ctx: Writing, id: number, actor: Actor): Promise<string> {
  return ctx.db.$transaction(async (tx) => {
    const before = await lockPost(tx, id);
    if (!before || before.deletedAt) throw new AppError(404, messages.notFound);
    await tx.post.update({ where: { id }, data: { deletedAt: ctx.clock.now() } });
    await recordAudit(ctx, tx, { actor, action: "post.deleted", subject: `post:${id}` });
    return before.slug;
  });
}

/**
 * Puts a deleted post back; one that is not deleted is answered as it is.
 *
 * @throws AppError 404; 409 `slug_taken` when its address was given away meanwhile
 */
export async function restorePost(ctx: Writing, id: number, actor: Actor): Promise<PostView> {
  const found = await ctx.db.post.findUnique({ where: { id }, select: { slug: true } });
  if (!found) throw new AppError(404, messages.notFound);
  return sayingWhoHasTheSlug(ctx, found.slug, () =>
    ctx.db.$transaction(async (tx) => {
      const before = await lockPost(tx, id);
      if (!before) throw new AppError(404, messages.notFound);
      const row = await tx.post.update({ where: { id }, data: { deletedAt: null } });
      if (before.deletedAt) {
        await recordAudit(ctx, tx, { actor, action: "post.restored", subject: `post:${id}` });
      }
      return withSchedule(ctx, toPostView(row), row);
    }),
  );
}

/** Forgets posts that were deleted more than 30 days ago; answers how many. */
export async function purgeDeletedPosts(ctx: Writing): Promise<number> {
  const until = new Date(ctx.clock.now().getTime() - keptAfterDeletionMs);
  const { count } = await ctx.db.post.deleteMany({ where: { deletedAt: { lt: until } } });
  return count;
}

function toRow({ localDate, ...post }: PostInput) {
  return { ...post, localDate: toDatabaseDate(localDate), preview: previewOf(post.content) };
}

async function lockPost(
  tx: Transaction,
  id: number,
): Promise<{ slug: string; updatedAt: Date | null; deletedAt: Date | null } | undefined> {
  const rows = await tx.$queryRaw<
    { slug: string; updatedAt: Date | null; deletedAt: Date | null }[]
  >`SELECT slug, updated_at AS "updatedAt", deleted_at AS "deletedAt"
      FROM posts WHERE id = ${id} FOR UPDATE`;
  return rows[0];
}

// The unique index decides, not a look beforehand: two editors may save at the same moment.
async function sayingWhoHasTheSlug<T>(
  ctx: Pick<Context, "db">,
  slug: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUniqueIndex(error) !== "posts_slug_key") throw error;
    const holder = await ctx.db.post.findFirst({ where: { slug, deletedAt: null } });
    const sentence = holder
      ? messages.slugTaken(slug, holder.title, toFullDate(fromDatabaseDate(holder.localDate)))
      : messages.slugTakenBriefly(slug);
    throw new AppError(409, sentence, { code: "slug_taken", field: "slug", cause: error });
  }
}
