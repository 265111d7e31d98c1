import type { Database, Transaction } from "@/lib/platform/database/database";

/** Every address under which a person was ever written to. */
export type OwnAddresses = {
  emails: string[];
  /** E.164. */
  phones: string[];
};

/** The addresses that an account has or had, Paddle's own of its buyer left out. */
export async function listAddresses(
  db: Database | Transaction,
  subscriberId: number,
): Promise<OwnAddresses> {
  const found = await db.subscriber.findUnique({
    where: { id: subscriberId },
    select: {
      email: true,
      paymentEmail: true,
      phone: true,
      onboarding: { select: { phone: true } },
      consents: { select: { phone: true } },
      notices: { select: { recipient: true } },
    },
  });
  if (!found) return { emails: [], phones: [] };
  const { email, paymentEmail, phone, onboarding, consents, notices } = found;
  return {
    emails: unique([email, paymentEmail, ...notices.map(({ recipient }) => recipient)]),
    phones: unique([phone, ...[...onboarding, ...consents].map((each) => each.phone)]),
  };
}

function unique(addresses: readonly (string | null)[]): string[] {
  return [...new Set(addresses.filter((address) => address !== null))];
}
