import type { Database } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import type { MailMessage } from "../../ports/mail";
import { unsubscribeUrlPlaceholder } from "../../ports/briefing-renderer";

/** An edition split at its placeholders, prepared once per process. */
export type PreparedEdition = {
  subject: string;
  htmlParts: string[];
  textParts: string[];
  smsText: string;
};

const maxCached = 16;
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

/** Editions never change, so the latest few stay in memory. */
export function getEdition(ctx: Context, editionId: number): Promise<PreparedEdition> {
  const editions = cache.get(ctx.db) ?? new Map<number, Promise<PreparedEdition>>();
  cache.set(ctx.db, editions);
  const known = editions.get(editionId);
  if (known) return known;
  const loading = load(ctx, editionId).catch((error: unknown) => {
    editions.delete(editionId);
    throw error;
  });
  editions.set(editionId, loading);
  const [oldest] = editions.keys();
  if (editions.size > maxCached && oldest !== undefined) editions.delete(oldest);
  return loading;
}

/** One subscriber's email, with their unsubscribe links. */
export function personalizeEmail(
  edition: PreparedEdition,
  recipient: { to: string; deliveryId: string; unsubscribePageUrl: string; oneClickUrl: string },
): MailMessage {
  return {
    to: recipient.to,
    subject: edition.subject,
    html: { parts: edition.htmlParts, fill: recipient.unsubscribePageUrl },
    text: { parts: edition.textParts, fill: recipient.unsubscribePageUrl },
    headers: {
      "List-Unsubscribe": `<${recipient.oneClickUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    metadata: { delivery: recipient.deliveryId },
  };
}
