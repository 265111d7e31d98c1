import { setTimeout as wait } from "node:timers/promises";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
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
