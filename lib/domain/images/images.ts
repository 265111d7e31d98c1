import { dayMs } from "@/lib/calendar/units";
import { createHash } from "node:crypto";
import { imagePageSize, type ImageListQuery, type ImageView } from "@/lib/contracts/admin/images";
import {
  filesOf,
  imageAddress,
  mainFileOf,
  parseImageAddress,
  type ImageFiles,
} from "@/lib/contracts/reading/image-address";
import { imageLimits } from "@/lib/contracts/limits";
import { imageMessages as messages } from "@/lib/messages/admin/images";
import { AppError } from "@/lib/platform/app-error";
import { Prisma } from "@/lib/platform/database/database";
import { nameOf, recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { findUses, isUnused, type ImageUses } from "./uses";

type StoredImage = Prisma.ImageGetPayload<{ omit: { chosenAt: true } }> &
  Pick<ImageFiles, "format">;

const columns = Prisma.sql`i.id, i.key, i.name, i.alt, i.width, i.height, i.format,
  i.size_bytes AS "sizeBytes", i.actor, i.created_at AS "createdAt"`;

/** Deleting the files of one image takes a few calls of the bucket. */
const deletionTimeoutMs = 30_000;

/**
 * Stores an image in every width and format. A file that was uploaded before stays the same image, with its
 * first name.
 *
 * @returns whether it's new
 * @throws AppError 400 for a file that isn't a usable image
 */
export async function uploadImage(
  ctx: Context,
  upload: { name: string; alt: string; file: Uint8Array; signal?: AbortSignal },
  actor: Actor,
): Promise<{ image: ImageView; isNew: boolean }> {
  const key = createHash("sha256").update(upload.file).digest("hex").slice(0, 20);
  const known = await findByKey(ctx, key);
  // Its files can be missing after a restore.
  if (known && (await ctx.images.store.has(mainFileOf(known)))) {
    await ctx.db.image.update({ where: { id: known.id }, data: { chosenAt: ctx.clock.now() } });
    return { image: await withUses(ctx, known), isNew: false };
  }
  const { files, ...encoded } = await ctx.images.encoder.encode(upload.file, upload.signal);
  // The row comes last, so that it never leads to files that aren't there.
  for (const [name, content] of files) await ctx.images.store.put(`${key}/${name}`, content);
  const sizeBytes = [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const now = ctx.clock.now();
  const isNew = await ctx.db.$transaction(async (tx) => {
    const created = await tx.image.createManyAndReturn({
      data: {
        ...encoded,
        key,
        name: upload.name,
        alt: upload.alt,
        sizeBytes,
        actor,
        createdAt: now,
        chosenAt: now,
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
 * Changes the suggestions for inserting an image into a text, and keeps the image for the next days, because
 * that text may not be saved yet.
 *
 * @throws AppError 404
 */
export async function updateImage(
  ctx: Pick<Context, "db" | "clock">,
  id: number,
  { alt }: { alt: string },
  actor: Actor,
): Promise<ImageView> {
  return ctx.db.$transaction(async (tx) => {
    const before = await tx.image.findUnique({ where: { id }, select: { alt: true } });
    const [row] = await tx.$queryRaw<StoredImage[]>`
      UPDATE images i SET alt = ${alt}, chosen_at = ${ctx.clock.now()}
      WHERE i.id = ${id} RETURNING ${columns}`;
    if (!row) throw new AppError(404, messages.notFound);
    if (before?.alt !== alt) {
      await recordAudit(ctx, tx, { actor, action: "image.updated", subject: `image:${id}` });
    }
    return toView(row, (await findUses({ db: tx }, [row.key])).get(row.key));
  });
}

/**
 * Deletes an image that nothing uses, with its files.
 *
 * @throws AppError 404; 409 `image_used`
 */
export async function deleteImage(ctx: Deleting, id: number, actor: Actor): Promise<void> {
  const deleted = await deleteImages(ctx, Prisma.sql`i.id = ${id} AND ${isUnused}`, actor);
  if (deleted > 0) return;
  const isThere = (await ctx.db.image.count({ where: { id } })) > 0;
  if (isThere) throw new AppError(409, messages.used, { code: "image_used" });
  throw new AppError(404, messages.notFound);
}

/**
 * Deletes an image even where it's shown, for what must no longer be public. Texts and emails that show it
 * will have a gap.
 *
 * @throws AppError 404
 */
export async function removeImage(ctx: Deleting, address: string, actor: Actor): Promise<void> {
  const key = parseImageAddress(address)?.key ?? "";
  const deleted = await deleteImages(ctx, Prisma.sql`i.key = ${key}`, actor);
  if (deleted === 0) throw new AppError(404, messages.notFound);
}

/** Deletes up to 200 images that nothing uses and that nobody chose in the last days. Returns how many. */
export async function clearUnusedImages(ctx: Deleting, actor: Actor): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - imageLimits.unusedDays * dayMs);
  const isOld = Prisma.sql`i.chosen_at < ${before} AND ${isUnused}`;
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT i.id FROM images i WHERE ${isOld} ORDER BY i.id LIMIT ${imageLimits.deletedAtOnce}`;
  let deleted = 0;
  for (const { id } of rows) {
    deleted += await deleteImages(ctx, Prisma.sql`i.id = ${id} AND ${isOld}`, actor);
  }
  return deleted;
}

type Deleting = Pick<Context, "db" | "clock" | "images">;

async function deleteImages(ctx: Deleting, which: Prisma.Sql, actor: Actor): Promise<number> {
  return ctx.db.$transaction(
    async (tx) => {
      const rows = await tx.$queryRaw<StoredImage[]>`
        DELETE FROM images i WHERE ${which} RETURNING ${columns}`;
      for (const { id, name } of rows) {
        const detail = { name };
        await recordAudit(ctx, tx, {
          actor,
          action: "image.deleted",
          subject: `image:${id}`,
          detail,
        });
      }
      // If they can't be deleted, the rows stay, because otherwise nobody could find the files.
      await ctx.images.store.remove(rows.flatMap(filesOf));
      return rows.length;
    },
    { timeout: deletionTimeoutMs },
  );
}

/** The images of all rows, for backups and exports. */
export async function listImageFiles(ctx: Pick<Context, "db">): Promise<ImageFiles[]> {
  return ctx.db.$queryRaw<ImageFiles[]>`
    SELECT key, width, height, format FROM images ORDER BY id`;
}

/** Which of these addresses of uploaded images are broken. */
export async function findMissingImages(
  ctx: Pick<Context, "db">,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = addresses.map((address) => ({ address, files: parseImageAddress(address) }));
  const keys = wanted.flatMap(({ files }) => files?.key ?? []);
  if (keys.length === 0) return new Set();
  const rows = await ctx.db.$queryRaw<ImageFiles[]>`
    SELECT key, width, height, format FROM images WHERE key = ANY(${keys})`;
  const known = new Set(rows.map(mainFileOf));
  const missing = wanted.filter(({ files }) => files && !known.has(mainFileOf(files)));
  return new Set(missing.map(({ address }) => address));
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
    uploadedBy: nameOf(actor),
    uploadedAt: createdAt.toISOString(),
    isUsed: uses?.isUsed ?? false,
    useCount: uses?.count ?? 0,
    usedIn: uses?.posts ?? [],
  };
}
