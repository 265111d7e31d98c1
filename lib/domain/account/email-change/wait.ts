import { emailChangeWaitHours } from "@/lib/contracts/durations";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { isSameEmail } from "../../outbox/same-email";

export type StoredChange = Prisma.EmailChangeGetPayload<object>;

/** Whether a change can still take effect. */
export function isOpen(change: StoredChange, now: Date): boolean {
  return !isEnded(change) && (change.confirmedAt !== null || change.expiresAt > now);
}

/** An older version changed the address at the confirmation. */
function isEnded({ endedAt, confirmedAt, currentEmail }: StoredChange): boolean {
  return endedAt !== null || (confirmedAt !== null && currentEmail === null);
}

/** Until when a confirmed change waits. */
export type Wait =
  /** It takes effect with the confirmation. */
  | { state: "due" }
  | { state: "waiting"; until: Date }
  /** Until the email to the current address is accepted, and then for the full time. */
  | { state: "not_told" }
  /** Someone may read the current address but couldn't object, or we can't tell: an owner decides. */
  | { state: "needs_owner" };

/** The key of the email to the current address. */
export const requestNoticeKey = (changeId: number) => `email_change_requested:${changeId}`;

/**
 * What a change waits for. The reader of the current address gets `emailChangeWaitHours` to object, unless
 * it's known to bounce. Someone may still read an address that the team suppressed, or whose owner reported
 * us as spam, but we can't notify it, so an owner decides. Only a provider's report of a hard bounce counts,
 * because nobody on the team can fake one.
 *
 * @param current the subscriber's address now
 */
export async function findWait(
  ctx: Pick<Context, "clock">,
  db: Pick<Transaction, "suppression" | "restore" | "notice">,
  change: StoredChange,
  current: string,
): Promise<Wait> {
  if (change.approvedAt !== null) return { state: "due" };
  const bounce = { channel: "email", address: current.toLowerCase(), reason: "hard_bounce" };
  if ((await db.suppression.count({ where: bounce })) > 0) return { state: "due" };
  if (!isSameEmail(change.currentEmail, current)) return { state: "needs_owner" };
  const { id, toldAt } = change;
  if (toldAt === null) {
    const where = { key: requestNoticeKey(id), sentAt: null };
    return { state: (await db.notice.count({ where })) > 0 ? "not_told" : "needs_owner" };
  }
  // The objection may be missing from a restored backup.
  if ((await db.restore.count({ where: { confirmedAt: { gt: toldAt } } })) > 0) {
    return { state: "needs_owner" };
  }
  const until = new Date(toldAt.getTime() + emailChangeWaitHours * 3_600_000);
  return until <= ctx.clock.now() ? { state: "due" } : { state: "waiting", until };
}
