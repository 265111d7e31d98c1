import type { Transaction } from "@/lib/platform/database/database";
import type { StoredChange } from "./wait";

/** Locks a subscriber until the transaction ends; returns their address, or null without one. */
export async function lockSubscriber(tx: Transaction, id: number): Promise<string | null> {
  const [found] = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM subscribers WHERE id = ${id} FOR UPDATE`;
  return found?.email ?? null;
}

/** A change, and the subscriber's address, which stays the same until the transaction ends. */
export type LockedChange = { change: StoredChange; current: string };

/** Null if there's no such change, for example after a newer request. */
export async function lockChange(tx: Transaction, id: number): Promise<LockedChange | null> {
  const where = { id };
  const found = await tx.emailChange.findUnique({ where, select: { subscriberId: true } });
  if (!found) return null;
  const current = await lockSubscriber(tx, found.subscriberId);
  // Read under the lock, because another tab or worker may have been first.
  const change = current === null ? null : await tx.emailChange.findUnique({ where });
  return change && current !== null ? { change, current } : null;
}
