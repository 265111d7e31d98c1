import type { PlanChange } from "@/lib/contracts/billing";
import { otherPlan, planNames, type PlanName } from "@/lib/contracts/plans";
import { billingMessages } from "@/lib/messages/billing";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { AppError } from "@/lib/platform/app-error";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { planNoticeTo } from "../outbox/notices";
import { raiseAlert } from "../outbox/operator-alerts";
import { PaymentDeclined, PaymentsUnavailable } from "../ports/payments";
import { lockCustomer, saveAnswer } from "./paddle-sync";
import { findCurrentSubscription, type CurrentSubscription } from "./status";

/** Paddle changes nothing in the last half hour before a renewal, so we make changes a day ahead. */
const leadMs = 24 * 60 * 60_000;

/** How long before the renewal the operator is told about a change that still hasn't worked. */
const alertMs = 3 * 60 * 60_000;

type Changeable = CurrentSubscription & { paddleSubscriptionId: string; plan: PlanName };

/** A subscription whose plan can be changed: Paddle bills it, and it's neither ending nor overdue. */
export function isChangeable(subscription: CurrentSubscription | null): subscription is Changeable {
  if (!subscription?.paddleSubscriptionId) return false;
  const { status, plan, cancelAt, stoppedAt, endReason } = subscription;
  return (
    (status === "trialing" || status === "active") &&
    planNames.some((name) => name === plan) &&
    cancelAt === null &&
    stoppedAt === null &&
    endReason === null
  );
}

/** From annual to monthly, the paid year is used up first. In a trial, nothing was paid. */
function isAtRenewal({ status, plan }: Changeable): boolean {
  return status === "active" && plan === "annual";
}

async function getChangeable(ctx: Context, subscriberId: number): Promise<Changeable> {
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  if (!subscription) throw new AppError(404, billingMessages.noSubscription);
  if (!isChangeable(subscription)) throw new AppError(409, billingMessages.planLocked);
  return subscription;
}

/**
 * What changing to the other plan would cost, and when, as Paddle says.
 *
 * @throws AppError 404 without a subscription, 409 when its plan can't be changed, 503 when Paddle can't
 *   be reached
 */
export async function previewPlan(ctx: Context, subscriberId: number): Promise<PlanChange> {
  const subscription = await getChangeable(ctx, subscriberId);
  const { paddleSubscriptionId, status, plan, nextChargeAt } = subscription;
  const to = otherPlan(plan);
  const change = { plan: to, isBilled: status === "active" && !isAtRenewal(subscription) };
  const preview = await atPaddle(() => ctx.payments.previewPlan(paddleSubscriptionId, change));
  return {
    plan: to,
    charge: preview.charge,
    price: preview.price,
    at: isAtRenewal(subscription) ? (nextChargeAt?.toISOString() ?? null) : null,
    nextChargeAt:
      (isAtRenewal(subscription) ? nextChargeAt : preview.nextChargeAt)?.toISOString() ?? null,
  };
}

/**
 * Changes to the other plan: now, which charges the difference, or from annual to monthly at the next
 * renewal. Repeating it changes nothing.
 *
 * @param to the plan that the subscriber saw
 * @throws AppError 402 when the card was declined; otherwise like `previewPlan`
 */
export async function changePlan(ctx: Context, subscriberId: number, to: PlanName): Promise<void> {
  const subscription = await getChangeable(ctx, subscriberId);
  if (subscription.plan === to) return;
  if (!isAtRenewal(subscription)) {
    return changeNow(ctx, subscription, to, `subscriber:${subscriberId}`);
  }
  const { id, nextChargeAt } = subscription;
  if (nextChargeAt === null || nextChargeAt.getTime() - ctx.clock.now().getTime() < leadMs) {
    throw new AppError(409, billingMessages.planTooLate);
  }
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.subscription.updateMany({
      where: { id, nextPlan: null },
      data: { nextPlan: to, nextPlanAt: nextChargeAt },
    });
    if (count === 0) return;
    await record(ctx, tx, subscription, {
      actor: `subscriber:${subscriberId}`,
      action: "subscription.plan_scheduled",
      notice: { plan: to, at: nextChargeAt.toISOString() },
    });
  });
}

/**
 * Withdraws a change of plan that hasn't happened yet. Repeating it changes nothing.
 *
 * @throws AppError 404 without a subscription
 */
export async function keepPlan(ctx: Context, subscriberId: number): Promise<void> {
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  if (!subscription) throw new AppError(404, billingMessages.noSubscription);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.subscription.updateMany({
      where: { id: subscription.id, nextPlan: { not: null } },
      data: { nextPlan: null, nextPlanAt: null },
    });
    if (count === 0) return;
    await record(ctx, tx, subscription, {
      actor: `subscriber:${subscriberId}`,
      action: "subscription.plan_kept",
      notice: { plan: subscription.plan === "monthly" ? "monthly" : "annual", isKept: true },
    });
  });
}

/** Changes the plans whose renewal is a day away. Failures are retried, and reported in time. */
export async function applyPlanChanges(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.db.subscription.findMany({
    where: {
      nextPlan: { not: null },
      nextPlanAt: { lte: new Date(now.getTime() + leadMs), gt: now },
    },
    take: 20,
  });
  for (const subscription of due) {
    const to = planNames.find((name) => name === subscription.nextPlan);
    if (!to || !isChangeable(subscription)) continue;
    try {
      await changeNow(ctx, subscription, to, "system");
    } catch (error) {
      ctx.log.warn({ err: error, subscriptionId: subscription.id }, "change of plan failed");
      const leftMs = (subscription.nextPlanAt?.getTime() ?? 0) - now.getTime();
      if (leftMs > alertMs) continue;
      const name = subscription.paddleSubscriptionId;
      const alert = operatorAlertMessages.planNotChanged(name, to);
      await raiseAlert(ctx, { key: `plan-not-changed:${name}:${leftMs > 0}`, ...alert });
    }
  }
}

async function changeNow(
  ctx: Context,
  subscription: Changeable,
  plan: PlanName,
  actor: Actor,
): Promise<void> {
  const { id, paddleSubscriptionId, status, nextChargeAt } = subscription;
  const isBilled = status === "active" && !isAtRenewal(subscription);
  const at = isBilled ? null : nextChargeAt;
  const snapshot = await atPaddle(() =>
    ctx.payments.changePlan(paddleSubscriptionId, { plan, isBilled, nextChargeAt: at }),
  );
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, snapshot.customerId);
    await saveAnswer(ctx, tx, snapshot);
    await tx.subscription.update({
      where: { id },
      data: { nextPlan: null, nextPlanAt: null },
      select: { id: true },
    });
    await record(ctx, tx, subscription, {
      actor,
      action: "subscription.plan_changed",
      notice: { plan },
    });
  });
}

async function record(
  ctx: Context,
  tx: Transaction,
  { id, paddleSubscriptionId, plan }: CurrentSubscription,
  { actor, action, notice }: { actor: Actor; action: string; notice: Prisma.InputJsonObject },
): Promise<void> {
  await recordAudit(ctx, tx, {
    actor,
    action,
    subject: `subscription:${paddleSubscriptionId ?? id}`,
    detail: { before: { plan }, after: { plan: notice["plan"] ?? null } },
  });
  const { subscriberId } = await tx.subscription.findUniqueOrThrow({
    where: { id },
    select: { subscriberId: true },
  });
  if (subscriberId === null) return;
  await planNoticeTo(ctx, tx, subscriberId, {
    key: `plan:${id}:${action}:${ctx.clock.now().toISOString()}`,
    kind: "plan_changed",
    detail: { subscriptionId: id, ...notice },
  });
}

async function atPaddle<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentDeclined) {
      throw new AppError(402, billingMessages.declined, { cause: error });
    }
    if (!(error instanceof PaymentsUnavailable)) throw error;
    throw new AppError(503, billingMessages.planUnavailable, { cause: error });
  }
}
