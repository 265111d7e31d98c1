import { randomUUID } from "node:crypto";
import type { Channel } from "@/lib/contracts/primitives";
import type { ChoiceRecord } from "@/lib/platform/data-folder/choice-files";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";

/** Records that a subscriber turned a channel on or off, in the transaction of the change. */
export async function recordSwitch(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  subscriberId: number,
  channel: Channel,
  isOn: boolean,
): Promise<ChoiceRecord[]> {
  const kind = `${channel}_${isOn ? "on" : "off"}`;
  return tx.$queryRaw<ChoiceRecord[]>`
    INSERT INTO choices (id, kind, subject, address, at)
    SELECT ${randomUUID()}::uuid, ${kind}, erasure_hash(subscriber_name(s)),
      encode(address_hash(CASE WHEN ${channel} = 'sms' THEN s.phone ELSE s.email END), 'hex'),
      ${ctx.clock.now()}
    FROM subscribers s WHERE s.id = ${subscriberId}
    RETURNING id, kind, subject, address, NULL AS "pausedFrom", NULL AS "pausedUntil", at`;
}

/** Records a subscriber's pause as currently stored, in the transaction of the change. */
export async function recordPause(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  subscriberId: number,
): Promise<ChoiceRecord[]> {
  return tx.$queryRaw<ChoiceRecord[]>`
    INSERT INTO choices (id, kind, subject, address, paused_from, paused_until, at)
    SELECT ${randomUUID()}::uuid, 'pause', erasure_hash(subscriber_name(s)),
      encode(address_hash(s.email), 'hex'), s.paused_from, s.paused_until, ${ctx.clock.now()}
    FROM subscribers s WHERE s.id = ${subscriberId}
    RETURNING id, kind, subject, address, paused_from::text AS "pausedFrom",
      paused_until::text AS "pausedUntil", at`;
}

/** Records that a subscription's briefings were stopped immediately. */
export async function recordStop(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  subscriptionId: number,
): Promise<ChoiceRecord[]> {
  return tx.$queryRaw<ChoiceRecord[]>`
    INSERT INTO choices (id, kind, subject, at)
    SELECT ${randomUUID()}::uuid, 'stopped', subscription_hash(p), ${ctx.clock.now()}
    FROM subscriptions p WHERE p.id = ${subscriptionId} AND subscription_hash(p) IS NOT NULL
    RETURNING id, kind, subject, address, NULL AS "pausedFrom", NULL AS "pausedUntil", at`;
}

/** Copies choices to the data folder, before the person is told that they're saved. */
export async function keepChoices(ctx: Context, records: readonly ChoiceRecord[]): Promise<void> {
  try {
    await ctx.choices.append(records);
  } catch (error) {
    // A full disk must not keep anyone subscribed. A worker tries again soon.
    ctx.log.error({ err: error }, "choice not copied to the data folder");
  }
}
