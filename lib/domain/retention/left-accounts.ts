import { AppError } from "@/lib/platform/app-error";
import { Prisma } from "@/lib/platform/database/database";
import { eraseAccount, erasePurchases } from "../erasure/erase-account";
import type { Context } from "../context";
import { isDelivering } from "./delete-rows";

const batchSize = 500;

/** SQL: whether a subscription `p` was still billed or delivered at the cutoff, or is now. */
export const isRecent = (cutoff: Date) => Prisma.sql`(
  (p.status <> 'canceled' AND p.stopped_at IS NULL)
  OR greatest(p.created_at, p.canceled_at, p.access_ends_at, p.stopped_at) >= ${cutoff})`;

/**
 * Deletes the accounts of people whose last subscription ended before the cutoff, one by one, as if
 * they had deleted them. Stops while briefings are being delivered.
 *
 * @returns how many were deleted
 */
export async function purgeLeftAccounts(ctx: Context, cutoff: Date): Promise<number> {
  return eraseEach(
    ctx,
    (after: number) => ctx.db.$queryRaw<{ id: number }[]>`
      SELECT s.id FROM subscribers s
      WHERE s.id > ${after} AND s.created_at < ${cutoff} AND NOT EXISTS (
        SELECT 1 FROM subscriptions p WHERE p.subscriber_id = s.id AND ${isRecent(cutoff)})
      ORDER BY s.id LIMIT ${batchSize}`,
    0,
    (id) => eraseAccount(ctx, id, { actor: "system" }),
  );
}

/** Deletes purchases without an account, from Paddle customers whose last one ended before the cutoff. */
export async function purgeLeftPurchases(ctx: Context, cutoff: Date): Promise<number> {
  return eraseEach(
    ctx,
    (after: string) => ctx.db.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT u.paddle_customer_id AS id FROM subscriptions u
      WHERE u.subscriber_id IS NULL AND u.paddle_customer_id > ${after} AND NOT EXISTS (
        SELECT 1 FROM subscriptions p
        WHERE p.paddle_customer_id = u.paddle_customer_id AND ${isRecent(cutoff)})
      ORDER BY 1 LIMIT ${batchSize}`,
    "",
    (id) => erasePurchases(ctx, id),
  );
}

async function eraseEach<Id>(
  ctx: Context,
  listAfter: (id: Id) => Promise<{ id: Id }[]>,
  first: Id,
  erase: (id: Id) => Promise<void>,
): Promise<number> {
  let [last, count] = [first, 0];
  for (let batch = await listAfter(last); batch.length > 0; batch = await listAfter(last)) {
    for (const { id } of batch) {
      if (isDelivering(ctx)) return count;
      last = id;
      if (await wasErased(() => erase(id))) count += 1;
    }
  }
  return count;
}

/** Returns false for someone who has just resubscribed. */
async function wasErased(erase: () => Promise<void>): Promise<boolean> {
  try {
    await erase();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
