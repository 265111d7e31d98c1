import { mostUsesListed } from "@/lib/contracts/admin/images";
import { Prisma, type Transaction } from "@/lib/platform/database/database";

/** Where an image is shown. */
export type ImageUses = {
  /** In a post, in a version that can be restored, or in an email that people have. */
  isUsed: boolean;
  /** How many posts show it now. */
  count: number;
  /** The newest of these posts. */
  posts: { id: number; title: string }[];
};

/** SQL: the image `i` isn't shown anywhere, not even in a deleted post, which can be restored. */
export const isUnused = Prisma.sql`
  NOT EXISTS (SELECT 1 FROM posts p WHERE p.image_keys @> ARRAY[i.key])
  AND NOT EXISTS (SELECT 1 FROM revisions r WHERE r.image_keys @> ARRAY[i.key])
  AND NOT EXISTS (SELECT 1 FROM editions e WHERE e.image_keys @> ARRAY[i.key])`;

/** Where the images with these keys are shown. */
export async function findUses(
  { db }: { db: Pick<Transaction, "$queryRaw"> },
  keys: readonly string[],
): Promise<ReadonlyMap<string, ImageUses>> {
  if (keys.length === 0) return new Map();
  const rows = await db.$queryRaw<(ImageUses & { key: string })[]>`
    SELECT i.key, NOT (${isUnused}) AS "isUsed", shown.count, shown.posts
    FROM images i CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, coalesce((jsonb_agg(
        jsonb_build_object('id', p.id, 'title', p.title) ORDER BY p.local_date DESC, p.id DESC
      ) FILTER (WHERE p.place <= ${mostUsesListed})), '[]') AS posts
      FROM (
        SELECT id, title, local_date, row_number() OVER (ORDER BY local_date DESC, id DESC) AS place
        FROM posts WHERE image_keys @> ARRAY[i.key] AND deleted_at IS NULL
      ) p
    ) shown
    WHERE i.key = ANY(${[...keys]})`;
  return new Map(rows.map(({ key, ...uses }) => [key, uses]));
}
