import { toZonedTime } from "@/lib/contracts/calendar";
import { limits } from "@/lib/contracts/limits";
import { httpMessages } from "@/lib/messages/http";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../../context";
import { perClientAddress } from "../../limits/client-network";
import {
  countHit,
  enforceDistinctLimit,
  enforceRateLimits,
  refundHits,
  tooManyRequests,
} from "../../limits/rate-limit";
import { getSmsDailyBudget } from "../../team-settings";
import { raiseAlert } from "../../outbox/operator-alerts";

/** A text that someone triggers. */
export type TriggeredText = {
  /** E.164. */
  phoneNumber: string;
  clientAddress: string;
  /** Null when an administrator sends it. */
  subscriberId: number | null;
};

const dayMs = 24 * 3_600_000;

/**
 * Counts one text that someone triggered, across all screens and processes: per number, per
 * subscriber, per client address, and in the daily budget. If one limit refuses it, it counts
 * toward none.
 *
 * @throws AppError 429 with `retryAfterS`
 */
export async function enforceTextLimits(ctx: Context, text: TriggeredText): Promise<void> {
  const { phoneNumber, clientAddress, subscriberId } = text;
  const hits = [
    { key: `text-number:${phoneNumber}`, limit: limits.textPerNumber },
    { key: `text-number-day:${phoneNumber}`, limit: limits.textsPerNumberPerDay },
    ...perClientAddress("text-address-day", clientAddress, limits.textsPerAddressPerDay),
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
 * Counts a story that someone asked for by text, per number and in half of the daily budget.
 *
 * @param phoneNumber E.164
 * @returns whether it may be sent
 */
export async function countStory(ctx: Context, phoneNumber: string): Promise<boolean> {
  // So that codes and confirmations still get through, however many ask.
  const half = { hits: Math.ceil((await getSmsDailyBudget(ctx)) / 2), windowMs: dayMs };
  const hits = [
    { key: `text-stories-day:${phoneNumber}`, limit: limits.storiesPerNumberPerDay },
    { key: "text-stories", limit: half },
  ];
  try {
    await enforceRateLimits(ctx, hits);
    await enforceDailyBudget(ctx);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false;
    throw error;
  }
}

/** Counts one text in the budget of 24 hours. The operator is told once when it's used up. */
async function enforceDailyBudget(ctx: Context): Promise<void> {
  const budget = { hits: await getSmsDailyBudget(ctx), windowMs: dayMs };
  const { hits, expiresAt } = await countHit(ctx, "text-budget", budget);
  if (hits < budget.hits) return;
  await raiseAlert(ctx, {
    key: `text-budget:${expiresAt.toISOString()}`,
    ...operatorAlertMessages.textBudget(budget.hits, toZonedTime(expiresAt, "America/New_York")),
  });
  if (hits === budget.hits) return;
  const waitMs = expiresAt.getTime() - ctx.clock.now().getTime();
  throw tooManyRequests(waitMs, httpMessages.textsPaused);
}
