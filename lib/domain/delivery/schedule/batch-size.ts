import type { Channel } from "@/lib/contracts/primitives";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";

/** Postmark takes 500 emails per call; each text is its own call. */
const batchRows = { email: 500, sms: 50 } as const satisfies Record<Channel, number>;

/** Texts of a batch leave within this time, because who is still entitled was decided before it. */
const textBatchS = 2;

/** Size limit of an email batch, so that many batches in flight fit in a small worker's memory. */
const maxEmailBatchBytes = 8 * 1024 * 1024;

/** The rest is for delays of a few hundredths of a second, which move texts closer together. */
const usedShare = 0.975;

/**
 * Milliseconds from one text to the next, so that no second gets more segments than our sender is
 * allowed, whenever it begins.
 */
export function textIntervalMs(segments: number, segmentsPerSecond: number): number {
  const texts = segmentsPerSecond / segments;
  return 1_000 / ((texts < 1 ? texts : Math.floor(texts)) * usedShare);
}

/** How many texts may leave within any second, at least one. */
export function textsPerSecond(segments: number, segmentsPerSecond: number): number {
  return Math.max(1, Math.floor(segmentsPerSecond / segments));
}

/** How many emails of an edition fit in one call. */
export function emailBatchSize(htmlBytes: number, textBytes: number): number {
  const bytesPerEmail = htmlBytes + textBytes + 1_024;
  return Math.max(1, Math.min(batchRows.email, Math.floor(maxEmailBatchBytes / bytesPerEmail)));
}

/** How many texts of an edition leave in a moment at the rate that our sender is allowed. */
export function textBatchSize(segments: number, segmentsPerSecond: number): number {
  const texts = Math.floor((textBatchS * segmentsPerSecond) / Math.max(1, segments));
  return Math.max(1, Math.min(batchRows.sms, texts));
}

/** How many ledger rows of an edition make a batch. */
export async function getBatchSize(
  { sms, settings }: Context,
  db: Transaction,
  channel: Channel,
  editionId: number,
): Promise<number> {
  const [edition] = await db.$queryRaw<{ html: number; text: number; smsText: string }[]>`
    SELECT octet_length(email_html) AS html, octet_length(email_text) AS text, sms_text AS "smsText"
    FROM editions WHERE id = ${editionId}`;
  if (!edition) throw new Error(`no edition ${editionId}`);
  return channel === "sms"
    ? textBatchSize(sms.countSegments(edition.smsText), settings.smsSegmentsPerSecond)
    : emailBatchSize(edition.html, edition.text);
}
