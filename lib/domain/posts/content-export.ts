import { fromDatabaseDate } from "@/lib/calendar/days";
import type { ImageView } from "@/lib/contracts/admin/images";
import { nameOf } from "../audit";
import type { Context } from "../context";
import { listImages } from "../images/images";

/** A post, as it's exported. */
export type ExportedPost = {
  id: number;
  slug: string;
  title: string;
  /** YYYY-MM-DD. */
  date: string;
  readTime: number;
  isDraft: boolean;
  threadTerms: string | null;
  emailSubject: string | null;
  createdAt: string;
  updatedAt: string | null;
  content: string;
};

/** A day's message, as it's exported. */
export type ExportedMessage = {
  id: number;
  /** YYYY-MM-DD. */
  date: string;
  message: string;
  isActive: boolean;
  createdAt: string;
  updatedAt: string | null;
};

/** A version of a post or a message. */
export type ExportedVersion = {
  postId: number | null;
  dailyMessageId: number | null;
  number: number;
  /** Username; null before there was a history. */
  by: string | null;
  at: string;
  /** As they were saved. */
  fields: unknown;
};

/** Rows that are read at once. */
const batch = 200;

type Reading = Pick<Context, "db">;

/** Every post that isn't deleted, oldest first. */
export async function* exportPosts({ db }: Reading): AsyncGenerator<ExportedPost> {
  const read = (after: number) =>
    db.post.findMany({
      where: { deletedAt: null, id: { gt: after } },
      orderBy: { id: "asc" },
      take: batch,
      omit: { plainText: true, preview: true },
    });
  for await (const row of allOf(read)) {
    const { id, slug, title, readTime, isDraft, threadTerms, emailSubject, content } = row;
    const about = { id, slug, title, date: fromDatabaseDate(row.localDate), readTime };
    yield { ...about, isDraft, threadTerms, emailSubject, ...timesOf(row), content };
  }
}

/** Every daily message, oldest first. */
export async function* exportMessages({ db }: Reading): AsyncGenerator<ExportedMessage> {
  const read = (after: number) =>
    db.dailyMessage.findMany({ where: { id: { gt: after } }, orderBy: { id: "asc" }, take: batch });
  for await (const row of allOf(read)) {
    const { id, message, isActive } = row;
    yield { id, date: fromDatabaseDate(row.localDate), message, isActive, ...timesOf(row) };
  }
}

/** Every version of what is exported, oldest first. */
export async function* exportVersions({ db }: Reading): AsyncGenerator<ExportedVersion> {
  const read = (after: number) =>
    db.revision.findMany({
      where: { id: { gt: after }, NOT: { post: { deletedAt: { not: null } } } },
      orderBy: { id: "asc" },
      take: batch,
    });
  for await (const { postId, dailyMessageId, number, actor, createdAt, content } of allOf(read)) {
    const by = actor && nameOf(actor);
    yield { postId, dailyMessageId, number, by, at: createdAt.toISOString(), fields: content };
  }
}

/** Every image, newest first. */
export async function* exportImages(ctx: Reading): AsyncGenerator<ImageView> {
  let before: number | undefined;
  for (;;) {
    const { images } = await listImages(ctx, { limit: batch, ...(before && { before }) });
    yield* images;
    before = images.at(-1)?.id;
    if (before === undefined) return;
  }
}

async function* allOf<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after = 0;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

function timesOf({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date | null }) {
  return { createdAt: createdAt.toISOString(), updatedAt: updatedAt?.toISOString() ?? null };
}
