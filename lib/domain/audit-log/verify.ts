import type { AuditProblem } from "@/lib/contracts/admin/audit";
import { retentionPeriods } from "@/lib/contracts/retention";
import type { Transaction } from "@/lib/platform/database/database";
import { readAuditAnchor, type AuditAnchor } from "@/lib/platform/data-folder/audit-anchor";
import type { Context } from "../context";
import { checkAnchor, linkAuditEvents } from "./link-events";
import { contentHashOf, detailHashOf, linkHashOf, noHash, type AuditLink } from "./link";
import { acceptedAction, erasedAction, expiredAction } from "./remove-events";

const linksPerStatement = 5_000;

/** Milliseconds. A million links take about 20 seconds. */
const transactionLimits = { maxWait: 10_000, timeout: 600_000 };

/** At most this many problems are listed. */
const maxProblems = 100;

/** What a verification found. */
export type AuditReport = {
  /** How many links there are. */
  entries: number;
  /** The last link, or null without one. */
  head: AuditAnchor | null;
  /** Empty if nothing was changed or removed. */
  problems: AuditProblem[];
};

/**
 * Recomputes every hash of the audit log, and compares the last one in the data folder. What was deleted with
 * an account or because of its age isn't a problem: the log itself says so.
 */
export async function verifyAuditLog(ctx: Context): Promise<AuditReport> {
  await linkAuditEvents(ctx);
  const anchor = await readAuditAnchor(ctx.settings.auditAnchorFile);
  return ctx.db.$transaction((tx) => verify(tx, anchor), {
    ...transactionLimits,
    // Accounts may be deleted while this reads, and their entries with them.
    isolationLevel: "RepeatableRead",
  });
}

async function verify(tx: Transaction, anchor: AuditAnchor | null): Promise<AuditReport> {
  const explained = await readExplanations(tx);
  const problems: AuditProblem[] = [];
  const report = (position: number, kind: AuditProblem["kind"]) => {
    if (!explained.accepted.has(position)) problems.push({ position, kind });
  };
  let entries = 0;
  let head: AuditAnchor | null = null;
  for (;;) {
    const links = await readLinks(tx, head?.position ?? 0);
    for (const link of links) {
      if (!followsHead(link, head, explained)) report(link.position, "chain");
      const kind = checkEvent(link, explained);
      if (kind) report(link.position, kind);
      head = { position: link.position, hash: link.hash };
      entries += 1;
    }
    if (links.length < linksPerStatement) break;
  }
  for (const position of await listWithoutLink(tx)) report(position, "chain");
  const mismatch = anchor && (await checkAnchor(tx, anchor));
  if (anchor && mismatch) report(anchor.position, mismatch);
  return { entries, head, problems: problems.slice(0, maxProblems) };
}

/** What the log itself says about entries that are missing. */
type Explanations = {
  /** IDs of events that were deleted with an account, or lost their detail. */
  erased: Set<number>;
  /** Events from before this time were deleted because of their age. */
  expiredBefore: Date;
  /** The first link that is left, after older ones were deleted. */
  base: AuditAnchor | null;
  /** Positions that an operator has explained. */
  accepted: Set<number>;
};

async function readExplanations(tx: Transaction): Promise<Explanations> {
  const ids = await tx.$queryRaw<{ id: number; action: string }[]>`
    SELECT action, jsonb_array_elements(detail->'entries')::float8 AS id FROM audit_events
    WHERE action IN (${erasedAction}, ${acceptedAction})`;
  // Deleting entries that aren't old enough must not explain a gap.
  const [expired] = await tx.$queryRaw<{ before: string; base: AuditAnchor | null }[]>`
    SELECT detail->>'before' AS before, detail->'base' AS base FROM audit_events
    WHERE action = ${expiredAction} AND (detail->>'before')::timestamptz
      < at - make_interval(months => ${retentionPeriods.auditEvent.months}::int) + interval '2 days'
    ORDER BY at DESC, id DESC LIMIT 1`;
  const idsOf = (action: string) =>
    new Set(ids.filter((each) => each.action === action).map(({ id }) => id));
  return {
    erased: idsOf(erasedAction),
    expiredBefore: new Date(expired?.before ?? 0),
    base: expired?.base ?? null,
    accepted: idsOf(acceptedAction),
  };
}

type LinkedRow = AuditLink & {
  eventId: number;
  detailHash: string | null;
  /** Null when the event was deleted. */
  actor: string | null;
  action: string;
  subject: string;
  detail: string | null;
  salt: string;
  detailSalt: string | null;
  eventAt: Date;
};

async function readLinks(tx: Transaction, after: number): Promise<LinkedRow[]> {
  return tx.$queryRaw<LinkedRow[]>`
    SELECT l.position::float8 AS position, l.event_id::float8 AS "eventId", l.at,
      l.detail_hash AS "detailHash", l.content_hash AS "contentHash", l.hash, e.actor, e.action,
      e.subject, e.detail::text, e.salt::text, e.detail_salt::text AS "detailSalt",
      e.at AS "eventAt"
    FROM audit_links l LEFT JOIN audit_events e ON e.id = l.event_id
    WHERE l.position > ${after} ORDER BY l.position LIMIT ${linksPerStatement}`;
}

/** Whether a link follows the previous one, or is the first that retention has left. */
function followsHead(link: LinkedRow, head: AuditAnchor | null, { base }: Explanations): boolean {
  const isFirst = head === null;
  if (isFirst && link.position > 1) {
    return base !== null && base.position === link.position && base.hash === link.hash;
  }
  const previous = head ?? { position: 0, hash: noHash };
  return link.position === previous.position + 1 && link.hash === linkHashOf(previous.hash, link);
}

/** What is wrong with the event of a link, or null if nothing is. */
function checkEvent(
  link: LinkedRow,
  { erased, expiredBefore }: Explanations,
): "changed" | "removed" | null {
  const isErased = erased.has(link.eventId);
  const { actor } = link;
  if (actor === null) return isErased || link.at < expiredBefore ? null : "removed";
  const event = { ...link, actor };
  const isUnchanged =
    link.at.getTime() === link.eventAt.getTime() &&
    contentHashOf(event, link.detailHash) === link.contentHash &&
    (detailHashOf(event) === link.detailHash || (event.detail === null && isErased));
  return isUnchanged ? null : "changed";
}

/** Positions of events whose link is gone. */
async function listWithoutLink(tx: Transaction): Promise<number[]> {
  const rows = await tx.$queryRaw<{ position: number }[]>`
    SELECT e.position::float8 AS position FROM audit_events e
    WHERE e.position IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM audit_links l WHERE l.position = e.position AND l.event_id = e.id)
    ORDER BY e.position LIMIT ${maxProblems}`;
  return rows.map(({ position }) => position);
}
