import type { Channel } from "@/lib/contracts/primitives";
import type { Database, Transaction } from "@/lib/platform/database/database";

/** Every address that was ever used to reach a subscriber. */
export type KnownAddresses = {
  emails: string[];
  /** E.164. */
  phones: string[];
};

/** The addresses an account has or had, without the ones Paddle stores for its customer. */
export async function listAddresses(
  db: Database | Transaction,
  subscriberId: number,
): Promise<KnownAddresses> {
  const found = await db.$queryRaw<{ channel: Channel; address: string }[]>`
    SELECT channel, address FROM (
      SELECT 'email' AS channel, email AS address FROM subscribers WHERE id = ${subscriberId}
      UNION SELECT 'email', payment_email FROM subscribers WHERE id = ${subscriberId}
      UNION SELECT 'email', recipient FROM notices WHERE subscriber_id = ${subscriberId}
      UNION SELECT 'sms', phone FROM subscribers WHERE id = ${subscriberId}
      UNION SELECT 'sms', phone FROM onboarding_records WHERE subscriber_id = ${subscriberId}
      UNION SELECT 'sms', phone FROM consents WHERE subscriber_id = ${subscriberId}) own
    WHERE address IS NOT NULL ORDER BY channel, address`;
  const of = (wanted: Channel) =>
    found.flatMap(({ channel, address }) => (channel === wanted ? [address] : []));
  return { emails: of("email"), phones: of("sms") };
}
