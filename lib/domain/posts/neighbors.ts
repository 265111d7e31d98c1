import type { PostLink } from "@/lib/contracts/posts";
import { toDatabaseDate } from "@/lib/calendar/days";
import type { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { publicNow } from "./post-dates";

/** The public posts right before and after a post in the order of the list. */
export type PostNeighbors = { previous: PostLink | null; next: PostLink | null };

/** @param localDate the post's date, YYYY-MM-DD */
export async function findNeighbors(
  ctx: Pick<Context, "db" | "clock">,
  { id, localDate }: { id: number; localDate: string },
): Promise<PostNeighbors> {
  const date = toDatabaseDate(localDate);
  const first = (where: Prisma.PostWhereInput, order: Prisma.SortOrder) =>
    ctx.db.post.findFirst({
      where: { AND: [where, publicNow(ctx)] },
      orderBy: [{ localDate: order }, { id: order }],
      select: { slug: true, title: true },
    });
  const [previous, next] = await Promise.all([
    first({ OR: [{ localDate: { lt: date } }, { localDate: date, id: { lt: id } }] }, "desc"),
    first({ OR: [{ localDate: { gt: date } }, { localDate: date, id: { gt: id } }] }, "asc"),
  ]);
  return { previous, next };
}
