import type { Channel } from "@/lib/contracts/primitives";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";

/** A briefing that a provider has accepted. */
export type SentBriefing = {
  /** YYYY-MM-DD */
  localDate: string;
  channel: Channel;
  /** Email address in any case, or E.164 number. */
  address: string;
  providerMessageId: string;
  /** Whose it was, by the provider's record; after a restore, the ID may be someone else's. */
  subscriberId?: number;
};

/** Keeps what a provider has, so that nobody it went to gets it again. */
export async function saveFoundMessages(
  ctx: Context,
  found: readonly SentBriefing[],
): Promise<void> {
  if (found.length === 0) return;
  await ctx.db.$executeRaw`
    INSERT INTO found_messages (local_date, channel, address_hash, provider_message_id)
    SELECT f.local_date, f.channel, address_hash(f.address), f.id
    FROM unnest(
      ${found.map((each) => each.localDate)}::date[], ${found.map((each) => each.channel)}::text[],
      ${found.map((each) => each.address)}::text[],
      ${found.map((each) => each.providerMessageId)}::text[]
    ) AS f (local_date, channel, address, id)
    ON CONFLICT DO NOTHING`;
}

/**
 * Records the unsent rows of a date and channel as accepted whose address has already got the
 * briefing. By address, because after a restore an ID may be someone else's.
 *
 * @param afterSubscriberId only rows of later subscribers
 */
export async function recordFoundMessages(
  tx: Transaction,
  { localDate, channel }: { localDate: string; channel: Channel },
  now: Date,
  afterSubscriberId = 0,
): Promise<void> {
  await tx.$executeRaw`
    WITH unsent AS MATERIALIZED (
      SELECT d.subscriber_id,
        address_hash(CASE ${channel} WHEN 'sms' THEN s.phone ELSE s.email END) AS address_hash
      FROM deliveries d JOIN subscribers s ON s.id = d.subscriber_id
      WHERE d.local_date = ${localDate}::date AND d.channel = ${channel}
        AND d.subscriber_id > ${afterSubscriberId} AND d.state IN ('pending', 'missed')
        AND EXISTS (SELECT 1 FROM found_messages
          WHERE local_date = ${localDate}::date AND channel = ${channel})
    )
    UPDATE deliveries d SET state = 'accepted', reason = NULL,
      provider_message_id = f.provider_message_id, finalized_at = ${now}
    FROM unsent u JOIN found_messages f ON f.local_date = ${localDate}::date
      AND f.channel = ${channel} AND f.address_hash = u.address_hash
    WHERE d.local_date = ${localDate}::date AND d.channel = ${channel}
      AND d.subscriber_id = u.subscriber_id AND d.state IN ('pending', 'missed')`;
}
