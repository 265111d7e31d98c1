import type { Transaction } from "@/lib/platform/database/database";
import {
  readAuditAnchor,
  writeAuditAnchor,
  type AuditAnchor,
} from "@/lib/platform/data-folder/audit-anchor";
import type { Context } from "../context";
import { addWebhookMessages } from "../webhooks/messages";
import { contentHashOf, detailHashOf, linkHashOf, noHash, type LinkedContent } from "./link";

/** Small enough that a transaction takes a fraction of a second. */
const eventsPerTransaction = 1_000;

/**
 * Appends the events that were committed since the last call to the chain, oldest first, and stores the last
 * link's hash in the data folder. One process at a time; others return right away. The changes that wrote the
 * events are done, so nothing waits for this.
 *
 * @returns how many were linked
 */
export async function linkAuditEvents(ctx: Context): Promise<number> {
  let total = 0;
  for (;;) {
    const linked = await ctx.db.$transaction((tx) => linkBatch(tx));
    total += linked;
    if (linked < eventsPerTransaction) break;
  }
  if (total > 0) await keepAnchor(ctx);
  return total;
}

type UnlinkedEvent = LinkedContent & { id: string; at: Date };

async function linkBatch(tx: Transaction): Promise<number> {
  const [lock] = await tx.$queryRaw<{ isOurs: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtext('audit-links')) AS "isOurs"`;
  if (!lock?.isOurs) return 0;
  // Skips locked events, whose account is being deleted right now. The next call links them.
  const events = await tx.$queryRaw<UnlinkedEvent[]>`
    SELECT id::text, at, actor, action, subject, detail::text, salt::text,
      detail_salt::text AS "detailSalt"
    FROM audit_events WHERE position IS NULL
    ORDER BY at, id LIMIT ${eventsPerTransaction} FOR UPDATE SKIP LOCKED`;
  if (events.length === 0) return 0;
  let { position, hash } = (await findLastLink(tx)) ?? { position: 0, hash: noHash };
  const links = events.map((event) => {
    const detailHash = detailHashOf(event);
    const contentHash = contentHashOf(event, detailHash);
    position += 1;
    hash = linkHashOf(hash, { position, at: event.at, contentHash });
    return { position, eventId: event.id, at: event.at, detailHash, contentHash, hash };
  });
  await tx.$executeRaw`
    WITH links AS (
      SELECT * FROM unnest(
        ${links.map((each) => each.position)}::bigint[], ${links.map((each) => each.eventId)}::bigint[],
        ${links.map((each) => each.at)}::timestamptz[], ${links.map((each) => each.detailHash)}::text[],
        ${links.map((each) => each.contentHash)}::text[], ${links.map((each) => each.hash)}::text[]
      ) AS l (position, event_id, at, detail_hash, content_hash, hash)
    ), written AS (
      INSERT INTO audit_links (position, event_id, at, detail_hash, content_hash, hash)
      SELECT * FROM links
    )
    UPDATE audit_events e SET position = l.position FROM links l WHERE e.id = l.event_id`;
  await addWebhookMessages(tx, events);
  return links.length;
}

/** The last link's position and hash, or null without one. */
export async function findLastLink(
  db: Pick<Transaction, "$queryRaw">,
): Promise<AuditAnchor | null> {
  const [last] = await db.$queryRaw<AuditAnchor[]>`
    SELECT position::float8 AS position, hash FROM audit_links ORDER BY position DESC LIMIT 1`;
  return last ?? null;
}

/** Why the chain doesn't match its anchor in the data folder, or null if it does. */
export async function checkAnchor(
  db: Pick<Transaction, "$queryRaw">,
  anchor: AuditAnchor,
): Promise<"truncated" | "replaced" | null> {
  const [found] = await db.$queryRaw<{ first: number; last: number; hash: string | null }[]>`
    SELECT coalesce(min(position), 0)::float8 AS first, coalesce(max(position), 0)::float8 AS last,
      max(hash) FILTER (WHERE position = ${anchor.position}) AS hash
    FROM audit_links`;
  const { first = 0, last = 0, hash = null } = found ?? {};
  if (last < anchor.position) return "truncated";
  return hash === anchor.hash || anchor.position < first ? null : "replaced";
}

/** Moves the anchor to the last link, unless the chain no longer matches the anchor. */
async function keepAnchor(ctx: Context): Promise<void> {
  const path = ctx.settings.auditAnchorFile;
  try {
    await withAnchor(ctx, async (tx) => {
      const anchor = await readAuditAnchor(path);
      const problem = anchor && (await checkAnchor(tx, anchor));
      if (problem) return ctx.log.error({ ...anchor, problem }, "audit log doesn't fit its anchor");
      const last = await findLastLink(tx);
      if (last && last.position > (anchor?.position ?? 0)) await writeAuditAnchor(path, last);
    });
  } catch (error) {
    // A full disk must not stop the chain. The next call tries again.
    ctx.log.error({ err: error }, "audit anchor not written");
  }
}

/** Replaces the anchor with the last link, whatever the file says. */
export async function resetAnchor(ctx: Context): Promise<void> {
  await withAnchor(ctx, async (tx) => {
    const last = await findLastLink(tx);
    if (last) await writeAuditAnchor(ctx.settings.auditAnchorFile, last);
  });
}

/** Calls `run` while nobody else writes the anchor, so that an older one never replaces a newer one. */
async function withAnchor(ctx: Context, run: (tx: Transaction) => Promise<void>): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('audit-anchor'))`;
    await run(tx);
  });
}
