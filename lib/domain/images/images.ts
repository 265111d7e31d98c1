import { createHash } from "node:crypto";
import { imagePageSize, type ImageListQuery, type ImageView } from "@/lib/contracts/admin/images";
import { filesOf, imageAddress, mainFileOf, type ImageFiles } from "@/lib/contracts/image-address";
import { imageLimits } from "@/lib/contracts/limits";
import { imageMessages as messages } from "@/lib/messages/admin/images";
import { AppError } from "@/lib/platform/app-error";
import { Prisma } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { findUses, isUnused, type ImageUses } from "./uses";

type StoredImage = {
  id: number;
  key: string;
  name: string;
  alt: string;
  width: number;
  height: number;
  format: ImageFiles["format"];
  sizeBytes: number;
  actor: string;
  createdAt: Date;
};

const columns = Prisma.sql`i.id, i.key, i.name, i.alt, i.width, i.height, i.format,
  i.size_bytes AS "sizeBytes", i.actor, i.created_at AS "createdAt"`;

/**
 * Stores an image in every width and format. A file that was uploaded before is the same image, with its
 * first name.
 *
 * @returns whether it's new
 * @throws AppError 400 for a file that isn't a usable image
 */
export async function uploadImage(
  ctx: Context,
  upload: { name: string; alt: string; file: Uint8Array },
  actor: Actor,
): Promise<{ image: ImageView; isNew: boolean }> {
  const key = createHash("sha256").update(upload.file).digest("hex").slice(0, 20);
  const known = await findByKey(ctx, key);
  // Its files can be missing after a restore.
  if (known && (await ctx.images.store.find(mainFileOf(known)))) {
    return { image: await withUses(ctx, known), isNew: false };
  }
  const { files, ...encoded } = await ctx.images.encoder.encode(upload.file);
  // The row comes last, so that it never leads to files that aren't there.
  for (const [name, content] of files) await ctx.images.store.put(`${key}/${name}`, content);
  const sizeBytes = [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const isNew = await ctx.db.$transaction(async (tx) => {
    const created = await tx.image.createManyAndReturn({
      data: {
        ...encoded,
        key,
        name: upload.name,
        alt: upload.alt,
        sizeBytes,
        actor,
        createdAt: ctx.clock.now(),
      },
      skipDuplicates: true,
      select: { id: true },
    });
    const [row] = created;
    if (!row) return false;
    const detail = { name: upload.name };
    await recordAudit(ctx, tx, {
      actor,
      action: "image.uploaded",
      subject: `image:${row.id}`,
      detail,
    });
    return true;
  });
  const stored = await findByKey(ctx, key);
  if (!stored) throw new AppError(404, messages.notFound);
  return { image: await withUses(ctx, stored), isNew };
}

/** A page of images, newest first, and how many there are in all. */
export async function listImages(
  ctx: Pick<Context, "db">,
  { q, use = "all", before, limit = imagePageSize }: Partial<ImageListQuery> = {},
): Promise<{ images: ImageView[]; totalCount: number }> {
  const pattern = `%${(q ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  const matching = Prisma.sql`FROM images i
    WHERE ${q ? Prisma.sql`(i.name || ' ' || i.alt) ILIKE ${pattern}` : Prisma.sql`true`}
      AND ${use === "unused" ? isUnused : Prisma.sql`true`}`;
  const comesAfter = before === undefined ? Prisma.sql`true` : Prisma.sql`i.id < ${before}`;
  const [rows, counts] = await Promise.all([
    ctx.db.$queryRaw<StoredImage[]>`
      SELECT ${columns} ${matching} AND ${comesAfter} ORDER BY i.id DESC LIMIT ${limit}`,
    ctx.db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${matching}`,
  ]);
  const uses = await findUses(
    ctx,
    rows.map(({ key }) => key),
  );
  return {
    images: rows.map((row) => toView(row, uses.get(row.key))),
    totalCount: counts[0]?.count ?? 0,
  };
}

/**
 * Changes what is said about an image when it's put into a text.
 *
 * @throws AppError 404
 */
export async function updateImage(
  ctx: Pick<Context, "db" | "clock">,
  id: number,
  { alt }: { alt: string },
  actor: Actor,
): Promise<ImageView> {
  const [row] = await ctx.db.$transaction(async (tx) => {
    const updated = await tx.$queryRaw<StoredImage[]>`
      UPDATE images i SET alt = ${alt} WHERE i.id = ${id} RETURNING ${columns}`;
    if (updated.length > 0) {
      await recordAudit(ctx, tx, { actor, action: "image.updated", subject: `image:${id}` });
    }
    return updated;
  });
  if (!row) throw new AppError(404, messages.notFound);
  return withUses(ctx, row);
}

/**
 * Deletes an image that nothing uses, with its files.
 *
 * @throws AppError 404; 409 `image_used`
 */
export async function deleteImage(
  ctx: Pick<Context, "db" | "clock" | "images">,
  id: number,
  actor: Actor,
): Promise<void> {
  const deleted = await deleteUnused(ctx, Prisma.sql`i.id = ${id}`, actor);
  if (deleted > 0) return;
  const isThere = (await ctx.db.image.count({ where: { id } })) > 0;
  if (isThere) throw new AppError(409, messages.used, { code: "image_used" });
  throw new AppError(404, messages.notFound);
}

/** Deletes the images that nothing uses and that aren't from the last days. Returns how many. */
export async function clearUnusedImages(
  ctx: Pick<Context, "db" | "clock" | "images">,
  actor: Actor,
): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - imageLimits.unusedDays * 86_400_000);
  return deleteUnused(ctx, Prisma.sql`i.created_at < ${before}`, actor);
}

async function deleteUnused(
  ctx: Pick<Context, "db" | "clock" | "images">,
  which: Prisma.Sql,
  actor: Actor,
): Promise<number> {
  const rows = await ctx.db.$transaction(async (tx) => {
    const deleted = await tx.$queryRaw<StoredImage[]>`
      DELETE FROM images i WHERE ${which} AND ${isUnused} RETURNING ${columns}`;
    for (const { id, name } of deleted) {
      const detail = { name };
      await recordAudit(ctx, tx, {
        actor,
        action: "image.deleted",
        subject: `image:${id}`,
        detail,
      });
    }
    return deleted;
  });
  // Files without a row do no harm, and the same upload replaces them.
  await ctx.images.store.remove(rows.flatMap(filesOf));
  return rows.length;
}

/** The images of all rows, for backups and exports. */
export async function listImageFiles(ctx: Pick<Context, "db">): Promise<ImageFiles[]> {
  return ctx.db.$queryRaw<ImageFiles[]>`
    SELECT key, width, height, format FROM images ORDER BY id`;
}

/** Which of these keys no image has. */
export async function findMissingImages(
  ctx: Pick<Context, "db">,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const found = await ctx.db.image.findMany({
    where: { key: { in: [...keys] } },
    select: { key: true },
  });
  const known = new Set(found.map(({ key }) => key));
  return new Set(keys.filter((key) => !known.has(key)));
}

async function findByKey(ctx: Pick<Context, "db">, key: string): Promise<StoredImage | undefined> {
  const rows = await ctx.db.$queryRaw<StoredImage[]>`
    SELECT ${columns} FROM images i WHERE i.key = ${key}`;
  return rows[0];
}

async function withUses(ctx: Pick<Context, "db">, row: StoredImage): Promise<ImageView> {
  return toView(row, (await findUses(ctx, [row.key])).get(row.key));
}

function toView(row: StoredImage, uses: ImageUses | undefined): ImageView {
  const { id, name, alt, width, height, format, sizeBytes, actor, createdAt } = row;
  return {
    id,
    url: imageAddress(row),
    name,
    alt,
    width,
    height,
    format,
    sizeBytes,
    uploadedBy: actor.replace(/^admin:/, ""),
    uploadedAt: createdAt.toISOString(),
    isUsed: uses?.isUsed ?? false,
    useCount: uses?.count ?? 0,
    usedIn: uses?.posts ?? [],
  };
}
