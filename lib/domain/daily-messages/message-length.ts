/** Characters that Twilio carries in one text (its API reference, `Body`). */
const longestText = 1_600;

/** How many characters a message may have so that one text carries it with a post's address behind it. */
export function longestMessage(siteUrl: string): number {
  return longestText - `\n${siteUrl}/r/aa`.length;
}

/** The first 60 characters of a message on one line, to tell it from others. */
export function beginningOf(message: string): string {
  const line = Array.from(message.replaceAll(/\s+/g, " ").trim());
  return line.length <= 60 ? line.join("") : `${line.slice(0, 59).join("")}…`;
}
