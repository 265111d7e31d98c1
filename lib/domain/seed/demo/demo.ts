import { localDateAt } from "@/lib/calendar/days";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import { deriveMoney } from "../../money/derive";
import { insertActivity } from "./activity";
import { insertBilling } from "./billing";
import { insertBriefings, insertDeliveries } from "./deliveries";
import { removeLeftPeople } from "./left-people";
import { insertPeople } from "./people";
import { listPurchases, type DemoPurchase } from "./purchases";

export type DemoSize = {
  /** People who ever subscribed. Those who left over a year ago are deleted, as in production. */
  subscribers: number;
  /** Days of deliveries up to yesterday. */
  days: number;
};

/** What the caller provides. */
export type DemoParts = {
  /** Called when a part is done, such as a month of deliveries. */
  onProgress: (done: string) => void;
  /** Loads purchases into the payment provider, a thousand at a time. */
  loadPurchases: (purchases: readonly DemoPurchase[]) => Promise<void>;
};

export type DemoReport = { subscribers: number; deliveries: number; moneyEvents: number };

/** Why the database can't be filled. */
export type DemoRefusal = "has_real_subscribers" | "has_demo";

const limits = { maxWait: 10_000, timeout: 3_600_000 };

const demoLock = 731_083_350_018n;

/**
 * Fills a database with two years of customers and a year of deliveries of a busy business. The same
 * size and day always give the same rows. Writes all or nothing.
 *
 * Only for databases without real people: everyone's address must be at a domain reserved for
 * examples, so that nothing could ever reach them.
 */
export async function seedDemo(
  ctx: Pick<Context, "db" | "clock">,
  { subscribers, days }: DemoSize,
  { onProgress, loadPurchases }: DemoParts,
): Promise<DemoReport | DemoRefusal> {
  return ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${demoLock})`;
    const refusal = await refuse(tx);
    if (refusal) return refusal;
    const now = ctx.clock.now();
    await prepare(tx);
    await insertPeople(tx, { count: subscribers, now });
    onProgress("people");
    await insertBilling(tx, now);
    await removeLeftPeople(tx, now);
    onProgress("payments");
    await insertBriefings(tx, { today: localDateAt(now, "America/New_York"), days, now });
    onProgress("briefings");
    const deliveries = await insertDeliveries(tx, onProgress);
    await insertActivity(tx, now);
    onProgress("activity");
    for await (const purchases of listPurchases(tx, now)) await loadPurchases(purchases);
    onProgress("Paddle");
    await tx.$executeRaw`DROP FUNCTION pg_temp.chance, pg_temp.instant`;
    const report = {
      subscribers: await countDemo(tx),
      deliveries,
      moneyEvents: await tx.moneyEvent.count(),
    };
    await recordAudit(ctx, tx, {
      actor: "operator",
      action: "database.demo_added",
      subject: "database",
      detail: report,
    });
    return report;
  }, limits);
}

const countDemo = (tx: Transaction) =>
  tx.paddleCustomer.count({ where: { id: { startsWith: "ctm_demo" } } });

/** Updates the figures and the planner's statistics. */
export async function finishDemo(ctx: Pick<Context, "db">): Promise<void> {
  await ctx.db.$executeRaw`ANALYZE`;
  await deriveMoney(ctx);
  await ctx.db.$executeRaw`ANALYZE`;
}

async function refuse(tx: Transaction): Promise<DemoRefusal | null> {
  const [found] = await tx.$queryRaw<{ real: boolean; demo: boolean }[]>`
    SELECT EXISTS (
        SELECT 1 FROM subscribers WHERE email !~* '@([a-z0-9-]+[.])*(example[.](com|org|net)|example|test)$'
      ) OR EXISTS (
        SELECT 1 FROM subscriptions WHERE paddle_subscription_id !~ '^sub_demo') AS real,
      EXISTS (SELECT 1 FROM paddle_customers WHERE id LIKE 'ctm\_demo%') AS demo`;
  if (found?.real) return "has_real_subscribers";
  return found?.demo ? "has_demo" : null;
}

/**
 * `pg_temp.chance(i, salt)`: a number from 0 to 1 that is always the same for the same arguments.
 * `pg_temp.instant(at)`: in ISO 8601, as the database keeps it.
 */
async function prepare(tx: Transaction): Promise<void> {
  await tx.$executeRaw`
    CREATE OR REPLACE FUNCTION pg_temp.chance(i bigint, salt bigint) RETURNS float8
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      (hashint8extended(i, salt) & 2147483647)::float8 / 2147483648`;
  await tx.$executeRaw`
    CREATE OR REPLACE FUNCTION pg_temp.instant(at timestamptz) RETURNS text
    LANGUAGE sql STABLE RETURN
      to_char(at::timestamptz(3) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
