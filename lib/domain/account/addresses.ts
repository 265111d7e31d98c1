import type { Channel } from "@/lib/contracts/primitives";
import type { Database, Transaction } from "@/lib/platform/database/database";

/** Every address that was ever used to reach a subscriber. */
export type KnownAddresses = {
  emails: string[];
  /** E.164. */
  phones: string[];
};

/**
 * Those of some email addresses that no other subscriber has. Anyone can enter an address at checkout, so
 * what is known about another subscriber's must neither be shown nor deleted with this account.
 */
export async function withoutOthers(
  db: Database | Transaction,
  subscriberId: number,
  emails: readonly string[],
): Promise<string[]> {
  const own = await db.$queryRaw<{ email: string }[]>`
    SELECT address AS email FROM unnest(${emails}::text[]) AS given (address) WHERE NOT EXISTS (
      SELECT 1 FROM subscribers o WHERE lower(o.email) = lower(address) AND o.id <> ${subscriberId})`;
  return own.map(({ email }) => email);
}

/**
 * The addresses an account has or had, without the ones Paddle stores for its customer, and without
 * other subscribers': their email addresses, and numbers that they consented to texts on and this one
 * didn't. A number that was only typed during onboarding isn't one: nothing was sent to it.
 */
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
      UNION SELECT 'sms', phone FROM consents WHERE subscriber_id = ${subscriberId}) own
    WHERE address IS NOT NULL AND (
      channel = 'email'
      OR NOT EXISTS (
        SELECT 1 FROM subscribers o
        WHERE o.phone = address AND o.id <> ${subscriberId} AND o.sms_consent_at IS NOT NULL)
      OR EXISTS (
        SELECT 1 FROM consents c WHERE c.subscriber_id = ${subscriberId} AND c.phone = address))
    ORDER BY channel, address`;
  const of = (wanted: Channel) =>
    found.flatMap(({ channel, address }) => (channel === wanted ? [address] : []));
  return { emails: await withoutOthers(db, subscriberId, of("email")), phones: of("sms") };
}
