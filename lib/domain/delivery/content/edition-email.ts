import type { Database } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import type { MailMessage } from "../../ports/mail";
import { unsubscribeUrlPlaceholder } from "../../ports/briefing-renderer";

/** Everything about an edition that sending needs, prepared once per process. */
export type PreparedEdition = {
  subject: string;
  htmlParts: string[];
  textParts: string[];
  smsText: string;
};

const keepAtMost = 16;
const cache = new WeakMap<Database, Map<number, Promise<PreparedEdition>>>();

async function load(ctx: Context, editionId: number): Promise<PreparedEdition> {
  const edition = await ctx.db.edition.findUniqueOrThrow({
    where: { id: editionId },
    select: { emailSubject: true, emailHtml: true, emailText: true, smsText: true },
  });
  return {
    subject: edition.emailSubject,
    htmlParts: edition.emailHtml.split(unsubscribeUrlPlaceholder),
    textParts: edition.emailText.split(unsubscribeUrlPlaceholder),
    smsText: edition.smsText,
  };
}

/** The prepared edition; editions never change, so the last few stay in memory. */
export function getEdition(ctx: Context, editionId: number): Promise<PreparedEdition> {
  const kept = cache.get(ctx.db) ?? new Map<number, Promise<PreparedEdition>>();
  cache.set(ctx.db, kept);
  const known = kept.get(editionId);
  if (known) return known;
  const loading = load(ctx, editionId).catch((error: unknown) => {
    kept.delete(editionId);
    throw error;
  });
  kept.set(editionId, loading);
  const [oldest] = kept.keys();
  if (kept.size > keepAtMost && oldest !== undefined) kept.delete(oldest);
  return loading;
}

/** One reader's copy: the rendered edition with their own unsubscribe address put in. */
export function personalizeEmail(
  edition: PreparedEdition,
  reader: { to: string; deliveryId: string; unsubscribePageUrl: string; oneClickUrl: string },
): MailMessage {
  return {
    to: reader.to,
    subject: edition.subject,
    html: { parts: edition.htmlParts, fill: reader.unsubscribePageUrl },
    text: { parts: edition.textParts, fill: reader.unsubscribePageUrl },
    headers: {
      "List-Unsubscribe": `<${reader.oneClickUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    metadata: { delivery: reader.deliveryId },
  };
}
