import { limits } from "@/lib/contracts/limits";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { isStartOfBurst } from "../limits/rate-limit";
import { raiseAlert } from "../outbox/operator-alerts";
import type { LoginOrigin } from "./admin-devices";

/**
 * Records a wrong administrator password or code, and alerts the operator when a burst begins: ten failures
 * across all administrators within 15 minutes.
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
  if (!(await isStartOfBurst(ctx, "admin-login-burst", limits.adminLoginBurst))) return;
  await raiseAlert(ctx, {
    key: `admin-login-burst:${ctx.clock.now().toISOString()}`,
    ...operatorAlertMessages.loginBurst(limits.adminLoginBurst.hits, username, origin.network),
  });
}
