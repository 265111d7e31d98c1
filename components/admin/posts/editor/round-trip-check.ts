import { markdownToMarkup } from "@/lib/markdown/markup";

// Both sides use the same base URL, so any will do.
const anySite = "https://site.invalid/";

/** Longer texts are edited as source because the visual editor would respond too slowly. */
export const maxVisualLength = 60_000;

/** Whether two Markdown texts render the same for readers. */
export function looksTheSame(one: string, other: string): boolean {
  return one === other || render(one) === render(other);
}

function render(content: string): string {
  return markdownToMarkup(content, anySite).replaceAll(/\s+/g, " ").trim();
}
