import type { PastTrialRecord } from "@/lib/platform/data-folder/past-trial-files";
import type { Transaction } from "@/lib/platform/database/database";
import { signatureOf } from "@/lib/platform/tokens";
import type { Context } from "../context";
import { customersOf, type OwnSubscription } from "./erasure";

/**
 * The hash under which a deleted account's address is known.
 *
 * @param address a canonical email address or an E.164 number
 */
function hashOf({ settings }: Pick<Context, "settings">, address: string): string {
  // Keyed, because a plain hash could be reversed by trying all addresses and numbers.
  return signatureOf(address, "past-trial", settings.consentSecret);
}

/**
 * Keeps what identifies a person again after their subscriptions are deleted, without naming them: hashes of
 * their mailbox, the one they paid with, and their number. Does nothing for someone who never had a
 * subscription.
 *
 * @param subscriberId null for purchases without an account
 * @returns what to store in the data folder as well
 */
export async function keepPastTrials(
  ctx: Pick<Context, "settings">,
  tx: Transaction,
  subscriberId: number | null,
  { subscriptions, erasedAt }: { subscriptions: readonly OwnSubscription[]; erasedAt: Date },
): Promise<PastTrialRecord[]> {
  const first = await tx.subscription.aggregate({
    where: { id: { in: subscriptions.map(({ id }) => id) } },
    _min: { createdAt: true },
  });
  const subscribedAt = first._min.createdAt;
  if (subscribedAt === null) return [];
  const addresses = await tx.$queryRaw<{ address: string }[]>`
    SELECT address FROM (
      SELECT canonical_email(email) AS address FROM subscribers WHERE id = ${subscriberId}
      UNION SELECT canonical_email(payment_email) FROM subscribers WHERE id = ${subscriberId}
      UNION SELECT phone FROM subscribers WHERE id = ${subscriberId}
      UNION SELECT canonical_email(email) FROM paddle_customers
        WHERE id = ANY(${customersOf(subscriptions)}::text[])) own
    WHERE address IS NOT NULL`;
  const records = addresses.map(({ address }) => ({
    hash: hashOf(ctx, address),
    subscribedAt,
    at: erasedAt,
  }));
  await storePastTrials(tx, records);
  return records;
}

/** Stores records that aren't stored yet. */
export async function storePastTrials(
  db: Pick<Transaction, "pastTrial">,
  records: readonly PastTrialRecord[],
): Promise<void> {
  await db.pastTrial.createMany({
    data: records.map(({ at: erasedAt, ...record }) => ({ ...record, erasedAt })),
    skipDuplicates: true,
  });
}

/**
 * Whether a deleted account with one of these addresses had a subscription before an instant.
 *
 * @param addresses canonical email addresses and E.164 numbers
 */
export async function hadPastTrial(
  ctx: Pick<Context, "settings">,
  tx: Transaction,
  addresses: readonly string[],
  before: Date,
): Promise<boolean> {
  const hashes = addresses.map((address) => hashOf(ctx, address));
  const where = { hash: { in: hashes }, subscribedAt: { lt: before } };
  return (await tx.pastTrial.count({ where })) > 0;
}
