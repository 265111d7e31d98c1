import { dailyMessageMessages as messages } from "@/lib/messages/daily-messages";
import { AppError } from "@/lib/platform/app-error";

/** The longest text Twilio accepts, in characters (its API reference, `Body`). */
const longestText = 1_600;

/** The longest message, in characters, that fits in one text with a post's link. */
export function longestMessage(siteUrl: string): number {
  return longestText - `\n${siteUrl}/r/aa`.length;
}

/** Throws AppError 400 if a message and a post's link don't fit in one text. */
export function requireFitsInText(siteUrl: string, message: string): void {
  const longest = longestMessage(siteUrl);
  if (message.trim().length <= longest) return;
  throw new AppError(400, messages.messageTooLong(longest), { field: "message" });
}

/** The first 60 characters of a message, on one line. */
export function beginningOf(message: string): string {
  const line = Array.from(message.replaceAll(/\s+/g, " ").trim());
  return line.length <= 60 ? line.join("") : `${line.slice(0, 59).join("")}…`;
}
