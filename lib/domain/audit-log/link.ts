import { sha256Hex } from "@/lib/platform/tokens";

/** What a link proves about an audit event. */
export type LinkedContent = {
  actor: string;
  action: string;
  subject: string;
  /** As PostgreSQL writes the JSON; null without one. */
  detail: string | null;
  salt: string;
  detailSalt: string | null;
};

/** A link of the chain. Its hash covers everything in it and the hash of the link before it. */
export type AuditLink = {
  position: number;
  at: Date;
  contentHash: string;
  hash: string;
};

/** The hash before the first link. */
export const noHash = "0".repeat(64);

const hashOf = (parts: readonly (string | number | null)[]) => sha256Hex(JSON.stringify(parts));

/** The hash of an event's detail, or null without one. */
export function detailHashOf({ detail, detailSalt }: LinkedContent): string | null {
  return detail === null ? null : hashOf([detailSalt, detail]);
}

/**
 * The hash of an event, without its time.
 *
 * @param detailHash the event's, which is kept when its detail is deleted
 */
export function contentHashOf(event: LinkedContent, detailHash: string | null): string {
  return hashOf([event.salt, event.actor, event.action, event.subject, detailHash]);
}

/** The hash of a link, from the hash of the one before it. */
export function linkHashOf(previousHash: string, link: Omit<AuditLink, "hash">): string {
  return hashOf([previousHash, link.position, link.at.toISOString(), link.contentHash]);
}
