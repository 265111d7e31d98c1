import type { Context } from "../context";
import { recordAudit } from "../audit";

/** How the person said it: by the mail program's button, on the page behind the link, or signed in. */
export type EmailSwitchWay = "one_click" | "page" | "account";

/** Whether a subscriber gets the briefing by e-mail; null when there is no such subscriber. */
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
 * Turns the delivery by e-mail on or off for one subscriber. Saying it again changes nothing and
 * writes no second audit event. The subscription and its billing are untouched.
 *
 * @returns false when there is no such subscriber (any more)
 */
export async function setEmailSwitch(
  ctx: Context,
  subscriberId: number,
  isOn: boolean,
  way: EmailSwitchWay,
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
        detail: { way },
      });
      return true;
    }
    return (await tx.subscriber.count({ where: { id: subscriberId } })) > 0;
  });
}
