import { subscribersPath } from "@/lib/contracts/admin/subscribers";
import { personMessages } from "@/lib/messages/admin/person";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { AppError } from "@/lib/platform/app-error";
import { Prisma, type Database, type Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { raiseAlert } from "../outbox/operator-alerts";
import { requestCancellation, withdrawCancellation } from "./cancel-requests";

/** Money that was paid back and that someone has to look at. */
export type OpenRefund = {
  /** Null for a buyer without an account. */
  subscriberId: number | null;
  /** Null without an account. */
  email: string | null;
  paddleSubscriptionId: string;
  transactionId: string;
  /** `refund`: the full payment for the current period of a subscription that continues. */
  kind: "chargeback" | "refund";
  at: Date;
};

/**
 * Unreviewed disputes, and full refunds of subscriptions that continue, newest first.
 *
 * @param of SQL condition for the subscription `s`
 */
function listOpenRefunds(
  db: Database | Transaction,
  now: Date,
  of: Prisma.Sql,
): Promise<OpenRefund[]> {
  return db.$queryRaw<OpenRefund[]>`
    SELECT s.subscriber_id AS "subscriberId", b.email,
      s.paddle_subscription_id AS "paddleSubscriptionId",
      p.paddle_transaction_id AS "transactionId",
      CASE WHEN p.charged_back_at IS NULL THEN 'refund' ELSE 'chargeback' END AS kind,
      coalesce(p.charged_back_at, p.refunded_at) AS at
    FROM payments p JOIN subscriptions s ON s.paddle_subscription_id = p.paddle_subscription_id
    LEFT JOIN subscribers b ON b.id = s.subscriber_id
    WHERE p.refund_reviewed_at IS NULL
      AND (p.refunded_at IS NOT NULL OR p.charged_back_at IS NOT NULL)
      AND (p.charged_back_at IS NOT NULL OR (p.period_ends_at > ${now}
        AND s.status IN ('active', 'past_due') AND s.cancel_at IS NULL AND s.stopped_at IS NULL
        AND s.end_reason IS NULL))
      AND ${of}
    ORDER BY at DESC, p.paddle_transaction_id LIMIT 100`;
}

/** The open refunds of everyone who has an account. */
export function listOpenRefundsOfAll({ db, clock }: Context): Promise<OpenRefund[]> {
  return listOpenRefunds(db, clock.now(), Prisma.sql`s.subscriber_id IS NOT NULL`);
}

/** The open refunds of one subscriber. */
export function listOpenRefundsOf({ db, clock }: Context, id: number): Promise<OpenRefund[]> {
  return listOpenRefunds(db, clock.now(), Prisma.sql`s.subscriber_id = ${id}`);
}

/**
 * Acts on what was paid back to a Paddle customer: a dispute ends the subscription, winning it withdraws
 * that, and the operator is told about anything that someone has to look at. The customer must be locked.
 * Works whichever of the customer's events arrives last.
 */
export async function reviewRefunds(
  ctx: Context,
  tx: Transaction,
  customerId: string,
): Promise<void> {
  const subscriptions = await tx.$queryRaw<{ id: number; isDisputed: boolean }[]>`/* prepared */
    SELECT s.id, count(p.charged_back_at) > 0 AS "isDisputed"
    FROM subscriptions s JOIN payments p ON p.paddle_subscription_id = s.paddle_subscription_id
    WHERE s.paddle_customer_id = ${customerId}
      AND (p.charged_back_at IS NOT NULL OR p.refunded_at IS NOT NULL OR s.end_reason = 'chargeback')
    GROUP BY s.id`;
  if (subscriptions.length === 0) return;
  for (const { id, isDisputed } of subscriptions) {
    if (isDisputed) await requestCancellation(ctx, tx, id, "chargeback");
    else await withdrawCancellation(ctx, tx, id, "chargeback");
  }
  const of = Prisma.sql`s.paddle_customer_id = ${customerId}`;
  for (const open of await listOpenRefunds(tx, ctx.clock.now(), of)) {
    await raiseAlert({ ...ctx, db: tx }, alertAbout(ctx, open));
  }
}

function alertAbout({ settings }: Context, open: OpenRefund) {
  const { subscriberId, paddleSubscriptionId, transactionId, kind, at } = open;
  const texts = operatorAlertMessages;
  const describe = kind === "chargeback" ? texts.chargeback : texts.refundedAndRunning;
  const path = subscriberId === null ? subscribersPath : `${subscribersPath}/${subscriberId}`;
  return {
    key: `${kind}:${transactionId}:${at.toISOString()}`,
    ...describe(paddleSubscriptionId, `${settings.siteUrl}${path}`),
  };
}

/**
 * Takes a subscriber's refunds and disputes off the list of what needs attention. Doesn't change the
 * subscription.
 *
 * @throws AppError 409 when there are none
 */
export async function markRefundsReviewed(
  ctx: Context,
  subscriberId: number,
  { actor, why }: { actor: Actor; why: string },
): Promise<void> {
  const open = await listOpenRefundsOf(ctx, subscriberId);
  if (open.length === 0) throw new AppError(409, personMessages.nothingToReview);
  await ctx.db.$transaction(async (tx) => {
    const ids = open.map(({ transactionId }) => transactionId);
    await tx.payment.updateMany({
      where: { paddleTransactionId: { in: ids } },
      data: { refundReviewedAt: ctx.clock.now() },
    });
    await recordAudit(ctx, tx, {
      actor,
      action: "payment.refund_reviewed",
      subject: `subscription:${open[0]?.paddleSubscriptionId ?? "none"}`,
      detail: { transactionIds: ids, why },
    });
  });
}
