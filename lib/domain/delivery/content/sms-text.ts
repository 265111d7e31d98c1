/**
 * The text of a briefing: the daily message, with the post's address behind it unless the message
 * already carries it (decisions, "What is sent").
 *
 * @param slug of the date's post, or null when there is none
 */
export function composeSmsText(message: string, slug: string | null, siteUrl: string): string {
  const body = message.trim();
  if (slug === null) return body;
  const path = `/r/${slug}`;
  const link = `${siteUrl}${path}`;
  const alreadyLinked = body
    .split(/\s+/)
    .some((word) => word.replace(/[.,;!?)]+$/, "").endsWith(path));
  return alreadyLinked ? body : `${body}\n${link}`;
}
