import { z } from "zod";
import { sqlStateOf } from "@/lib/platform/database/violations";
import { Prisma, type Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { formatDeliveryId } from "../ledger/delivery-id";
import { recordVisits } from "./visits";
import { groupReports, isProviderStatus, recordReports } from "./record-reports";

/** What applying reports needs. */
type ReportsContext = Pick<Context, "db" | "clock" | "log">;

/** Reports applied in one transaction, which takes a fraction of a second. */
const reportsPerSet = 2_000;

/** Appended and neither applied nor set aside; as in the index `webhook_events_waiting_idx`. */
const isWaiting = Prisma.sql`report IS NOT NULL AND applied_at IS NULL AND problem IS NULL`;

const visitSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("open") }),
  z.object({ kind: z.literal("machine_open") }),
  z.object({ kind: z.literal("click"), link: z.string() }),
]);

const reportSchema = z.object({
  deliveryId: z.string().nullable(),
  providerMessageId: z.string().nullable(),
  status: z.string().refine(isProviderStatus),
  code: z.string().nullish(),
  visit: visitSchema.optional(),
});

type Appended = { id: bigint; report: unknown };

/** What happened to one set. */
type SetResult = {
  /** Applied or set aside. */
  handled: number;
  /** Whether reports are still waiting, or may be. */
  hasMore: boolean;
};

/**
 * Marks events that can't be applied, so that they don't hold up the others. They stay in the table for
 * the operator.
 */
async function setAside(
  ctx: ReportsContext,
  tx: Transaction,
  id: bigint,
  problem: string,
): Promise<void> {
  ctx.log.error({ event: String(id), problem }, "delivery report can't be applied");
  await tx.$executeRaw`
    UPDATE webhook_events SET problem = ${problem} WHERE id = ${id} AND ${isWaiting}`;
}

async function applyEvents(
  ctx: ReportsContext,
  tx: Transaction,
  events: readonly Appended[],
): Promise<number> {
  const readable: { id: bigint; report: z.output<typeof reportSchema> }[] = [];
  for (const { id, report } of events) {
    const read = reportSchema.safeParse(report);
    if (read.success) readable.push({ id, report: read.data });
    else await setAside(ctx, tx, id, read.error.message);
  }
  const busy = new Set<string>();
  for (const group of groupReports(readable.map(({ report }) => report))) {
    for (const subscriberId of await recordReports(ctx, tx, group, "skip")) {
      busy.add(formatDeliveryId({ ...group, subscriberId }));
    }
  }
  const done = readable.filter(({ report }) => !busy.has(report.deliveryId ?? ""));
  const ids = done.map(({ id }) => id);
  await recordVisits(
    ctx,
    tx,
    done.map(({ report }) => ({ ...report, visit: report.visit ?? null })),
  );
  await tx.$executeRaw`
    UPDATE webhook_events SET applied_at = ${ctx.clock.now()}, report = report - 'visit'
    WHERE id = ANY(${ids}::bigint[]) AND ${isWaiting}`;
  return events.length - readable.length + done.length;
}

/** A value that the database doesn't take (SQLSTATE classes 22 and 23), unlike a failure of its own. */
function isDataError(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error) ?? "");
}

/**
 * Applies the first of the waiting reports in one transaction. Those of all processes take turns. When
 * one of them can't be applied, the sets get smaller until it's found.
 */
async function applyNext(ctx: ReportsContext, limit = reportsPerSet): Promise<SetResult> {
  let events: Appended[] = [];
  try {
    return await ctx.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('delivery-reports'))`;
      events = await tx.$queryRaw<Appended[]>`
        SELECT id, report FROM webhook_events WHERE ${isWaiting} ORDER BY id LIMIT ${limit}`;
      const handled = events.length === 0 ? 0 : await applyEvents(ctx, tx, events);
      return { handled, hasMore: events.length === limit || handled < events.length };
    });
  } catch (error) {
    const [first] = events;
    if (!first || !isDataError(error)) throw error;
    if (limit > 1) return applyNext(ctx, Math.floor(limit / 2));
    await ctx.db.$transaction((tx) => setAside(ctx, tx, first.id, String(error)));
    return { handled: 1, hasMore: true };
  }
}

/**
 * Applies the delivery reports that webhooks have appended, in sets, each of them exactly once: in one
 * transaction with the mark that it was applied. One whose ledger row is being written to right now
 * waits for the next call.
 *
 * @returns whether none is waiting any longer
 */
export async function applyReports(ctx: ReportsContext): Promise<boolean> {
  for (;;) {
    const { handled, hasMore } = await applyNext(ctx);
    if (!hasMore) return true;
    if (handled === 0) return false;
  }
}
