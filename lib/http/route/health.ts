import { setTimeout as wait } from "node:timers/promises";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
import type { DeliveryHealth, DeliveryProblem } from "@/lib/contracts/responses/health";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { httpMessages } from "@/lib/messages/http";
import type { Context } from "@/lib/domain/context";
import { AppError } from "@/lib/platform/app-error";

const timeoutMs = 2_000;

/** Throws AppError 503 if the database doesn't answer within 2 seconds. */
export async function requireDatabase(ctx: Pick<Context, "db">): Promise<void> {
  const giveUp = new AbortController();
  const isSilent = wait(timeoutMs, true, { signal: giveUp.signal }).catch(() => true);
  const answers = ctx.db.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
  const doesAnswer = await Promise.race([answers, isSilent.then(() => false)]);
  giveUp.abort();
  if (!doesAnswer)
    throw new AppError(503, httpMessages.unavailable, { code: serviceUnavailableCode });
}

/** How long callers share an answer. */
const sharedMs = 5_000;

type Checked = {
  problems: Promise<DeliveryProblem[]>;
  /** By the monotonic clock. */
  startedAt: number;
  /** By the service's clock, which can be set and run faster in the sandbox. */
  serviceTime: number;
};

const checks = new WeakMap<Context, Checked>();

function isCurrent({ startedAt, serviceTime }: Checked, ctx: Context): boolean {
  const passedMs = ctx.clock.now().getTime() - serviceTime;
  return performance.now() - startedAt < sharedMs && passedMs >= 0 && passedMs < sharedMs;
}

/**
 * The current delivery problems, at most 5 seconds old: callers share one check. Strangers get only their
 * codes, because the messages show how much is sent and what providers say.
 */
export async function readDeliveryHealth(
  ctx: Context,
  { withMessages }: { withMessages: boolean },
): Promise<DeliveryHealth["reasons"]> {
  let checked = checks.get(ctx);
  if (!checked || !isCurrent(checked, ctx)) {
    const problems = listDeliveryProblems(ctx);
    const serviceTime = ctx.clock.now().getTime();
    const next = { problems, startedAt: performance.now(), serviceTime };
    checks.set(ctx, next);
    // A failed check isn't shared: the next caller checks again.
    problems.catch(() => checks.get(ctx) === next && checks.delete(ctx));
    checked = next;
  }
  const problems = await checked.problems;
  if (withMessages) return problems.map(({ code, message }) => ({ code, message }));
  return [...new Set(problems.map(({ code }) => code))].map((code) => ({ code }));
}
