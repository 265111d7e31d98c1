import type { Channel } from "@/lib/contracts/primitives";
import type { Database, Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { hashForProof } from "./consent-proofs";

/** Every address that was ever used to reach a subscriber. */
export type KnownAddresses = {
  emails: string[];
  /** E.164. */
  phones: string[];
  /** The phone numbers that were confirmed with a code. */
  provenPhones: string[];
};

/**
 * Which of these email addresses no other subscriber has. Anyone can enter an address at checkout, so another
 * subscriber's data must not be shown or deleted with this account.
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

type Found = { channel: Channel; address: string; isProven: boolean; createdAt: Date };

/**
 * The addresses that an account has or had, except those that Paddle stores for its customer, and except
 * other subscribers' email addresses and numbers with consent. Consent in onboarding needs no code and proves
 * nothing; a number that was confirmed with a code is included anyway. A number that was only typed during
 * onboarding isn't, because nothing was sent to it.
 */
export async function listAddresses(
  ctx: Pick<Context, "settings">,
  db: Database | Transaction,
  subscriberId: number,
): Promise<KnownAddresses> {
  const found = await findAddresses(db, subscriberId);
  const emails = found.filter(({ channel }) => channel === "email");
  const phones: Found[] = [];
  for (const phone of found.filter(({ channel }) => channel === "sms")) {
    if (phone.isProven || !(await wasConsentedTo(ctx, db, phone))) phones.push(phone);
  }
  return {
    emails: await withoutOthers(db, subscriberId, emails.map(addressOf)),
    phones: phones.map(addressOf),
    provenPhones: phones.filter(({ isProven }) => isProven).map(addressOf),
  };
}

const addressOf = ({ address }: Found) => address;

/** A changed number was confirmed with a code, and then the subscriber got an email about it. */
function findAddresses(db: Database | Transaction, subscriberId: number): Promise<Found[]> {
  return db.$queryRaw<Found[]>`
    WITH own AS (
      SELECT 'email' AS channel, email AS address FROM subscribers WHERE id = ${subscriberId}
      UNION SELECT 'email', payment_email FROM subscribers WHERE id = ${subscriberId}
      UNION SELECT 'email', recipient FROM notices WHERE subscriber_id = ${subscriberId}
      UNION SELECT 'sms', phone FROM subscribers WHERE id = ${subscriberId}
      UNION SELECT 'sms', phone FROM consents WHERE subscriber_id = ${subscriberId}),
    known AS (
      SELECT channel, address, EXISTS (
        SELECT 1 FROM notices n
        WHERE n.subscriber_id = ${subscriberId} AND n.kind = 'phone_changed'
          AND n.detail->>'phone' = address) AS is_proven
      FROM own WHERE address IS NOT NULL)
    SELECT k.channel, k.address, k.is_proven AS "isProven", s.created_at AS "createdAt"
    FROM known k JOIN subscribers s ON s.id = ${subscriberId}
    WHERE k.channel = 'email' OR k.is_proven OR NOT EXISTS (
      SELECT 1 FROM subscribers o
      WHERE o.phone = k.address AND o.id <> s.id AND o.sms_consent_at IS NOT NULL)
    ORDER BY channel, address`;
}

/** Whether an account that was deleted since this one exists had consented to texts to the number. */
async function wasConsentedTo(
  { settings }: Pick<Context, "settings">,
  db: Database | Transaction,
  { address, createdAt }: Found,
): Promise<boolean> {
  const addressHash = hashForProof(address, settings.consentSecret);
  return (await db.consentProof.count({ where: { addressHash, endedAt: { gt: createdAt } } })) > 0;
}
