import type { Transaction } from "@/lib/platform/database/database";
import { signatureOf } from "@/lib/platform/tokens";
import type { Context } from "../context";
import { networkOf } from "@/lib/platform/client-network";

/** A consent as the operator can show it, of a current or a deleted account. */
export type FoundConsent = {
  kind: string;
  wording: string;
  grantedAt: Date;
  /** Shortened IP address. */
  network: string | null;
  /** When the account was deleted; null for a current one. */
  endedAt: Date | null;
};

/** Keeps proof of a subscriber's consents after the account is deleted, without naming anyone. */
export async function keepConsentProofs(
  ctx: Context,
  tx: Transaction,
  subscriberId: number,
  endedAt: Date,
): Promise<void> {
  const consents = await tx.consent.findMany({
    where: { subscriberId },
    include: { subscriber: { select: { email: true } } },
    orderBy: { id: "asc" },
  });
  await tx.consentProof.createMany({
    data: consents.map(({ kind, wording, phone, ipAddress, grantedAt, subscriber }) => ({
      kind,
      wording,
      addressHash: hashForProof(phone ?? subscriber.email, ctx.settings.consentSecret),
      network: ipAddress && networkOf(ipAddress),
      grantedAt,
      endedAt,
    })),
  });
}

/**
 * The consents for an address, oldest first.
 *
 * @param address an email address in any case, or an E.164 number
 */
export async function findConsents(ctx: Context, address: string): Promise<FoundConsent[]> {
  const current = await ctx.db.consent.findMany({
    where: {
      OR: [
        { phone: address },
        { phone: null, subscriber: { email: { equals: address, mode: "insensitive" } } },
      ],
    },
  });
  const proofs = await listConsentProofs(ctx, [address]);
  const found = [
    ...proofs,
    ...current.map(({ kind, wording, grantedAt, ipAddress }) => ({
      kind,
      wording,
      grantedAt,
      network: ipAddress && networkOf(ipAddress),
      endedAt: null,
    })),
  ];
  return found.toSorted((a, b) => a.grantedAt.getTime() - b.grantedAt.getTime());
}

/** What deleted accounts with one of these addresses had agreed to. */
export async function listConsentProofs(ctx: Context, addresses: readonly string[]) {
  const { consentSecret } = ctx.settings;
  const hashes = addresses.map((address) => hashForProof(address, consentSecret));
  return ctx.db.consentProof.findMany({
    where: { addressHash: { in: hashes } },
    omit: { id: true, addressHash: true },
    orderBy: { grantedAt: "asc" },
  });
}

/** A plain hash of a phone number could be reversed by trying all of them. */
export function hashForProof(address: string, consentSecret: string): string {
  return signatureOf(address.toLowerCase(), "consent-proof", consentSecret);
}
