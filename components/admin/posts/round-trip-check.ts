import { markdownToMarkup } from "@/lib/markdown/markup";

// Addresses are compared as they stand, so any base will do.
const anySite = "https://site.invalid/";

/** Longer texts are edited as source: the visual editor would answer each key too late. */
export const maxVisualLength = 60_000;

/** Whether readers would see the same of two pieces of Markdown. */
export function looksTheSame(one: string, other: string): boolean {
  return one === other || seen(one) === seen(other);
}

function seen(content: string): string {
  return markdownToMarkup(content, anySite).replaceAll(/\s+/g, " ").trim();
}
