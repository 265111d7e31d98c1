import type { Context } from "../context";
import { recordAudit } from "../audit";
import { publicNowSql } from "./post-dates";

/**
 * Records each post that readers can see for the first time, because it was saved with a date that has begun,
 * or its date began. Outgoing webhooks report it.
 *
 * @returns how many
 */
export async function recordPublished(
  ctx: Pick<Context, "db" | "clock" | "settings">,
): Promise<number> {
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    const posts = await tx.$queryRaw<{ id: number; slug: string; title: string; date: string }[]>`
      UPDATE posts p SET published_at = ${now}
      WHERE p.published_at IS NULL AND ${publicNowSql(ctx)}
      RETURNING p.id, p.slug, p.title, p.local_date::text AS date`;
    for (const { id, slug, ...post } of posts) {
      await recordAudit(ctx, tx, {
        actor: "system",
        action: "post.published",
        subject: `post:${id}`,
        detail: { ...post, url: `${ctx.settings.siteUrl}/r/${slug}` },
      });
    }
    return posts.length;
  });
}
