import { brand } from "@/lib/brand";
import { feeds } from "@/lib/contracts/primitives";
import type { ListedPost } from "./public-feeds";

/** How many posts the summary names. */
const namedPostCount = 100;

/** A title as the words of a Markdown link. */
function linkWords(title: string): string {
  return title.replaceAll(/\s+/g, " ").replaceAll(/[\\[\]<>`]/g, String.raw`\$&`);
}

/**
 * The site in plain Markdown.
 *
 * @see https://llmstxt.org
 */
export function siteSummary(posts: readonly ListedPost[], siteUrl: string): string {
  const page = (path: string, title: string, what: string) =>
    `- [${title}](${siteUrl}${path}): ${what}`;
  return [
    `# ${brand.name}`,
    "",
    "> A paid service that sends the three most important finance stories each weekday by 8:00 in the reader’s own timezone, by email and by text. $5 a month or $40 a year, with a 7-day free trial.",
    "",
    "## Pages",
    "",
    page("/", "Home", "what it is, how it works, questions and answers"),
    page("/read", "All briefings", "every post, newest first"),
    page("/pricing", "Pricing", "the two plans"),
    page("/about", "About", "why it exists and who it is for"),
    page("/contact", "Contact", "a form"),
    "",
    "## Feeds with full content",
    "",
    page(feeds.rss.path, feeds.rss.format, "the newest posts"),
    page(feeds.atom.path, feeds.atom.format, "the newest posts"),
    page(feeds.json.path, feeds.json.format, "the newest posts"),
    "",
    "## Briefings",
    "",
    ...posts
      .slice(0, namedPostCount)
      .map(({ slug, title, fullDate }) => page(`/r/${slug}`, linkWords(title), fullDate)),
    "",
    "## Optional",
    "",
    page("/privacy", "Privacy Policy", "what is stored and why"),
    page("/terms", "Terms of Service", "the contract"),
    page("/refund", "Refund Policy", "when money goes back"),
    "",
  ].join("\n");
}
