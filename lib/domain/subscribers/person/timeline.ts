import { z } from "zod";
import type { Timeline, TimelineKind } from "@/lib/contracts/admin/person";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import { listAddresses } from "../../erasure/addresses";
import { auditSubjectsOf, findOwnSubscriptions } from "../../billing/erasure";
import type { Context } from "../../context";
import {
  readChanges,
  readConsents,
  readDeliveries,
  readNotices,
  readPurchases,
  readReports,
  type SourceEntry,
} from "./timeline-sources";

type Reading = Pick<Context, "db" | "settings">;

const pageSize = 50;

/**
 * What happened to and around one subscriber, newest first: briefings, bounces, texts, payments, consents,
 * logins, and changes. One person's entries fit in memory, so the sources are merged here.
 *
 * @throws AppError 404 when nobody has the ID, 400 for an invalid cursor
 */
export async function listTimeline(
  ctx: Reading,
  id: number,
  { kind, cursor }: { kind: TimelineKind; cursor?: string | undefined },
): Promise<Timeline> {
  const after = cursor === undefined ? null : decode(cursor);
  if ((await ctx.db.subscriber.count({ where: { id } })) === 0) {
    throw new AppError(404, personMessages.notFound);
  }
  const chosen = (await readAll(ctx, id))
    .filter(({ group }) => kind === "all" || group === kind)
    .filter((entry) => after === null || compare(positionOf(entry), after) < 0)
    .toSorted((a, b) => compare(positionOf(b), positionOf(a)));
  const page = chosen.slice(0, pageSize);
  const last = page.at(-1);
  return {
    entries: page.map(({ group: _group, ...entry }) => entry),
    nextCursor: last && chosen.length > pageSize ? encode(positionOf(last)) : null,
    moreCount: chosen.length - page.length,
  };
}

async function readAll(ctx: Reading, id: number): Promise<SourceEntry[]> {
  const own = await findOwnSubscriptions(ctx.db, id);
  const { emails, phones } = await listAddresses(ctx, ctx.db, id);
  const subjects = [
    `subscriber:${id}`,
    ...own.flatMap(auditSubjectsOf),
    ...emails.map((email) => `email:${email.toLowerCase()}`),
    ...phones.map((phone) => `sms:${phone}`),
  ];
  const sources = await Promise.all([
    readDeliveries(ctx, id),
    readChanges(ctx, id, subjects),
    readConsents(ctx, id),
    readPurchases(ctx, id),
    readNotices(ctx, id),
    readReports(ctx, [...emails, ...phones]),
  ]);
  return sources.flat();
}

type Position = readonly [at: string, id: string];

const positionOf = ({ at, id }: SourceEntry): Position => [at, id];

function compare(a: Position, b: Position): number {
  const [first, second] = a[0] === b[0] ? [a[1], b[1]] : [a[0], b[0]];
  return first === second ? 0 : first < second ? -1 : 1;
}

const positionSchema = z.tuple([z.iso.datetime(), z.string()]);

function encode(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

function decode(cursor: string): Position {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch (error) {
    throw new AppError(400, personMessages.cursorInvalid, { field: "cursor", cause: error });
  }
}
