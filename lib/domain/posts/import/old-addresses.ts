import { toDatabaseDate } from "@/lib/calendar/days";
import { postMessages } from "@/lib/messages/posts";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../../context";
import { londonToday, released } from "../post-dates";

/** A path as stored: decoded, without a trailing slash and characters that a database can't store. */
export function pathOf(pathname: string): string {
  const path = pathname.replace(/\/+$/, "") || "/";
  try {
    return decodeURIComponent(path).replaceAll("\0", "");
  } catch {
    return path;
  }
}

/**
 * The public post that had a path on the site it was imported from.
 *
 * @throws AppError 404
 */
export async function getMovedPost(
  ctx: Pick<Context, "db" | "clock">,
  path: string,
): Promise<{ slug: string }> {
  const today = toDatabaseDate(londonToday(ctx.clock.now()));
  const post = await ctx.db.post.findFirst({
    where: { imported: { some: { path: pathOf(path) } }, localDate: { lte: today }, ...released },
    select: { slug: true },
  });
  if (!post) throw new AppError(404, postMessages.notFound);
  return post;
}
