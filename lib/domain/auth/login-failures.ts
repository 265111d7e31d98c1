import { limits } from "@/lib/contracts/limits";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { countHit, isFirstAfterQuiet } from "../limits/rate-limit";
import { raiseAlert } from "../outbox/operator-alerts";
import type { LoginOrigin } from "./admin-devices";

/** A burst is over after this long without one, so that one burst causes one alert. */
const burstQuietMs = 60 * 60_000;

/**
 * Records a wrong administrator password or code, and alerts the operator when a burst begins: ten
 * failures of all administrators together within 15 minutes.
 *
 * @param failure.username as typed. It's recorded only if someone has it: people also type passwords
 *   there.
 */
export async function recordLoginFailure(
  ctx: Context,
  failure: { reason: "password" | "code"; username: string; origin: LoginOrigin },
): Promise<void> {
  const { reason, origin } = failure;
  const [admin] = await ctx.db.$queryRaw<{ username: string }[]>`
    SELECT username FROM admins WHERE lower(username) = lower(${failure.username})`;
  const username = admin?.username ?? null;
  ctx.log.warn({ reason, network: origin.network }, "admin login failed");
  await recordAudit(ctx, ctx.db, {
    actor: "visitor",
    action: "admin.login-failed",
    subject: username === null ? "admin" : `admin:${username}`,
    detail: { reason, ...origin },
  });
  const { hits } = await countHit(ctx, "admin-login-burst", limits.adminLoginBurst);
  if (hits < limits.adminLoginBurst.hits) return;
  if (!(await isFirstAfterQuiet(ctx, "admin-login-burst-alert", burstQuietMs))) return;
  await raiseAlert(ctx, {
    key: `admin-login-burst:${ctx.clock.now().toISOString()}`,
    ...operatorAlertMessages.loginBurst(limits.adminLoginBurst.hits, username, origin.network),
  });
}
