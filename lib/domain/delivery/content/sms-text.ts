import { withoutControls } from "@/lib/contracts/clean-text";

/**
 * The text of a briefing: the daily message, then the post's link unless the message already has it
 * (docs/product-spec.md, section 9). Has no control characters except line breaks.
 *
 * @param slug of the date's post; null if it has none
 */
export function composeSmsText(message: string, slug: string | null, siteUrl: string): string {
  const body = withoutControls(message).trim();
  if (slug === null) return body;
  const path = `/r/${slug}`;
  const link = `${siteUrl}${path}`;
  const alreadyLinked = body
    .split(/\s+/)
    .some((word) => word.replace(/[.,;!?)]+$/, "").endsWith(path));
  return alreadyLinked ? body : `${body}\n${link}`;
}
