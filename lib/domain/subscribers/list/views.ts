import {
  builtInViews,
  subscriberExportQuerySchema,
  trialEndsSoonDays,
  type NewView,
  type SavedView,
  type SubscriberViews,
} from "@/lib/contracts/admin/subscribers";
import { subscriberListMessages } from "@/lib/messages/admin/subscribers";
import { AppError } from "@/lib/platform/app-error";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import type { Context } from "../../context";
import {
  isNeverOnboarded,
  isUnreachable,
  joinedOneByOne,
  mayBePastDue,
  mayBeTrialing,
  statusOf,
  trialEndsWithin,
} from "./filters";

/** How many views one administrator can save. */
const maxViews = 30;

const viewFields = { id: true, name: true, query: true } as const;

/** The views that everyone has, with how many subscribers each shows, and the administrator's own. */
export async function listViews(
  ctx: Pick<Context, "db" | "clock">,
  adminId: number,
): Promise<SubscriberViews> {
  const now = ctx.clock.now();
  const [[counts], saved] = await Promise.all([
    ctx.db.$queryRaw<Record<(typeof builtInViews)[number], number>[]>`
      SELECT (SELECT count(*)::int FROM subscribers) AS all,
        (SELECT count(*)::int FROM ${joinedOneByOne}
          WHERE ${mayBeTrialing} AND ${trialEndsWithin(trialEndsSoonDays, now)}) AS trial_ends_soon,
        (SELECT count(*)::int FROM ${joinedOneByOne}
          WHERE ${mayBePastDue} AND ${statusOf(now)} = 'past_due') AS past_due,
        (SELECT count(*)::int FROM ${joinedOneByOne} WHERE ${isUnreachable}) AS unreachable,
        (SELECT count(*)::int FROM ${joinedOneByOne} WHERE ${isNeverOnboarded}) AS never_onboarded`,
    ctx.db.savedView.findMany({ where: { adminId }, select: viewFields, orderBy: { id: "asc" } }),
  ]);
  return { builtIn: builtInViews.map((view) => ({ view, count: counts?.[view] ?? 0 })), saved };
}

/**
 * Saves filters and their order under a name.
 *
 * @throws AppError 400 when the query isn't valid for the list, 409 when the name is taken or there are too
 *   many views
 */
export async function saveView(
  ctx: Pick<Context, "db" | "clock">,
  adminId: number,
  { name, query }: NewView,
): Promise<SavedView> {
  const fields = Object.fromEntries(new URLSearchParams(query));
  const { ids: _ids, ...shape } = subscriberExportQuerySchema.shape;
  const isKnown = Object.keys(fields).every((field) => field in shape);
  if (!isKnown || !subscriberExportQuerySchema.safeParse(fields).success) {
    throw new AppError(400, subscriberListMessages.filterInvalid, { field: "query" });
  }
  if ((await ctx.db.savedView.count({ where: { adminId } })) >= maxViews) {
    throw new AppError(409, subscriberListMessages.tooManyViews, { field: "name" });
  }
  try {
    return await ctx.db.savedView.create({
      data: { adminId, name, query, createdAt: ctx.clock.now() },
      select: viewFields,
    });
  } catch (error) {
    if (violatedUniqueIndex(error) === null) throw error;
    throw new AppError(409, subscriberListMessages.viewNameTaken, { field: "name", cause: error });
  }
}

/**
 * Deletes one of the administrator's views.
 *
 * @throws AppError 404 when it isn't theirs
 */
export async function deleteView(
  ctx: Pick<Context, "db">,
  adminId: number,
  id: number,
): Promise<void> {
  const { count } = await ctx.db.savedView.deleteMany({ where: { id, adminId } });
  if (count === 0) throw new AppError(404, subscriberListMessages.viewNotFound);
}
