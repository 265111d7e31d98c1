import type { Context } from "../context";
import { recordAudit } from "../audit";

/** Where it was changed: the email program's unsubscribe button, the unsubscribe page, or the account. */
export type EmailSwitchOrigin = "one_click" | "page" | "account";

/** Whether a subscriber gets the briefing by email; null when the subscriber doesn't exist. */
export async function findEmailSwitch(
  ctx: Context,
  subscriberId: number,
): Promise<{ isOn: boolean } | null> {
  const found = await ctx.db.subscriber.findUnique({
    where: { id: subscriberId },
    select: { emailEnabled: true },
  });
  return found && { isOn: found.emailEnabled };
}

/**
 * Turns email delivery on or off for a subscriber. Repeating it changes nothing and isn't audited
 * again. The subscription and its billing stay as they are.
 *
 * @returns false when the subscriber doesn't exist
 */
export async function setEmailSwitch(
  ctx: Context,
  subscriberId: number,
  isOn: boolean,
  via: EmailSwitchOrigin,
): Promise<boolean> {
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.subscriber.updateMany({
      where: { id: subscriberId, emailEnabled: !isOn },
      data: { emailEnabled: isOn, updatedAt: ctx.clock.now() },
    });
    if (count > 0) {
      await recordAudit(ctx, tx, {
        actor: `subscriber:${subscriberId}`,
        action: isOn ? "email.turned_on" : "email.turned_off",
        subject: `subscriber:${subscriberId}`,
        detail: { via },
      });
      return true;
    }
    return (await tx.subscriber.count({ where: { id: subscriberId } })) > 0;
  });
}
