import { dayMs } from "@/lib/calendar/units";
import { formatDateTimeIn } from "@/lib/calendar/format";
import { limits } from "@/lib/contracts/limits";
import { httpMessages } from "@/lib/messages/http";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../../context";
import { perClientAddress } from "../../limits/per-client-address";
import {
  countHit,
  enforceDistinctLimit,
  enforceRateLimits,
  refundHits,
  tooManyRequests,
} from "../../limits/rate-limit";
import { getSmsDailyBudget } from "../../settings/team-settings";
import { raiseAlert } from "../../outbox/operator-alerts";

/** A text that someone triggers. */
export type TriggeredText = {
  /** E.164. */
  phoneNumber: string;
  /** Null when no browser asked for this text alone: a bulk action, or the command line. */
  clientAddress: string | null;
  /** Null when an administrator sends it. */
  subscriberId: number | null;
};

/**
 * Counts one text that someone triggered, across all screens and processes: per number, per subscriber, per
 * client address, and in the daily budget. If one limit refuses it, it doesn't count toward any.
 *
 * @throws AppError 429 with `retryAfterS`
 */
export async function enforceTextLimits(ctx: Context, text: TriggeredText): Promise<void> {
  const { phoneNumber, clientAddress, subscriberId } = text;
  const hits = [
    { key: `text-number:${phoneNumber}`, limit: limits.textPerNumber },
    { key: `text-number-day:${phoneNumber}`, limit: limits.textsPerNumberPerDay },
    ...(clientAddress === null
      ? []
      : perClientAddress("text-address-day", clientAddress, limits.textsPerAddressPerDay)),
    ...(subscriberId === null
      ? []
      : [
          {
            key: `text-subscriber-day:${subscriberId}`,
            limit: limits.textsPerSubscriberPerDay,
          },
        ]),
  ];
  await enforceRateLimits(ctx, hits);
  try {
    if (subscriberId !== null) {
      await enforceDistinctLimit(
        ctx,
        `text-numbers-day:${subscriberId}`,
        phoneNumber,
        limits.numbersPerSubscriberPerDay,
      );
    }
    await enforceDailyBudget(ctx);
  } catch (error) {
    await refundHits(ctx, hits);
    throw error;
  }
}

/**
 * Counts a story that someone asked for by text, per number and against half of the daily budget. The
 * operator is told once when that half is used up.
 *
 * @param phoneNumber E.164
 * @returns whether it may be sent
 */
export async function countStory(ctx: Context, phoneNumber: string): Promise<boolean> {
  const hits = [{ key: `text-stories-day:${phoneNumber}`, limit: limits.storiesPerNumberPerDay }];
  return isWithinLimits(async () => {
    await enforceRateLimits(ctx, hits);
    // Only half, so that codes and confirmations still get through, however many people ask.
    const half = Math.ceil((await getSmsDailyBudget(ctx)) / 2);
    await enforceBudget(ctx, "text-stories", half, operatorAlertMessages.storyBudget);
    await enforceDailyBudget(ctx);
  });
}

/**
 * Counts the answer to a text that we can't interpret, per number and against the daily budget.
 *
 * @param phoneNumber E.164
 * @returns whether it may be sent
 */
export async function countUnclearReply(ctx: Context, phoneNumber: string): Promise<boolean> {
  const hits = [{ key: `text-unclear:${phoneNumber}`, limit: limits.unclearRepliesPerNumber }];
  return isWithinLimits(async () => {
    await enforceRateLimits(ctx, hits);
    await enforceDailyBudget(ctx);
  });
}

async function isWithinLimits(count: () => Promise<void>): Promise<boolean> {
  try {
    await count();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false;
    throw error;
  }
}

/** Counts one text in the budget of 24 hours. The operator is told once when it's used up. */
async function enforceDailyBudget(ctx: Context): Promise<void> {
  const budget = await getSmsDailyBudget(ctx);
  await enforceBudget(ctx, "text-budget", budget, operatorAlertMessages.textBudget);
}

async function enforceBudget(
  ctx: Context,
  key: string,
  budget: number,
  describe: (budget: number, until: string) => { subject: string; body: string },
): Promise<void> {
  const { hits, expiresAt } = await countHit(ctx, key, { hits: budget, windowMs: dayMs });
  if (hits < budget) return;
  await raiseAlert(ctx, {
    key: `${key}:${expiresAt.toISOString()}`,
    ...describe(budget, formatDateTimeIn(expiresAt, "America/New_York")),
  });
  if (hits === budget) return;
  const waitMs = expiresAt.getTime() - ctx.clock.now().getTime();
  throw tooManyRequests(waitMs, httpMessages.textsPaused);
}
