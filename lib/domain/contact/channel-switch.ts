import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../context";
import { recordAudit, type Actor } from "../audit";
import { keepChoices, recordSwitch } from "./choices";
import type { LinkedPerson } from "./unsubscribe-token";

/**
 * Where it was changed: the mail client's unsubscribe button, the unsubscribe page, the account, or a repeat
 * after a backup was restored.
 */
type SwitchOrigin = "one_click" | "page" | "account" | "restore";

/** The subscriber whom a link was made for; null when the account no longer exists. */
export async function findLinked(
  ctx: Context,
  { subscriberId, createdAt }: LinkedPerson,
): Promise<{ id: number; emailEnabled: boolean } | null> {
  return ctx.db.subscriber.findFirst({
    where: { id: subscriberId, ...(createdAt && { createdAt }) },
    select: { id: true, emailEnabled: true },
  });
}

/**
 * Turns a channel on or off for a subscriber. Repeating it changes nothing and isn't audited again. Doesn't
 * affect the subscription and its billing.
 */
export async function setChannelSwitch(
  ctx: Context,
  subscriberId: number,
  channel: Channel,
  isOn: boolean,
  via: SwitchOrigin,
): Promise<void> {
  const actor: Actor = via === "restore" ? "system" : `subscriber:${subscriberId}`;
  const field = channel === "sms" ? "smsEnabled" : "emailEnabled";
  const records = await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.subscriber.updateMany({
      where: { id: subscriberId, [field]: !isOn },
      data: { [field]: isOn, updatedAt: ctx.clock.now() },
    });
    if (count === 0) return [];
    await recordAudit(ctx, tx, {
      actor,
      action: `${channel}.turned_${isOn ? "on" : "off"}`,
      subject: `subscriber:${subscriberId}`,
      detail: { via },
    });
    return recordSwitch(ctx, tx, subscriberId, channel, isOn);
  });
  await keepChoices(ctx, records);
}
