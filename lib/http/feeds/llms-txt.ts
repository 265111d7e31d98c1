import { brand } from "@/lib/brand";
import { feeds } from "@/lib/contracts/primitives";
import { listPrice, trialDays } from "@/lib/contracts/plans";
import type { ListedPost } from "./public-feeds";

const monthly = listPrice("monthly");
const annual = listPrice("annual");
const listedPostCount = 100;

/** Escapes a title for use as the text of a Markdown link. */
function linkText(title: string): string {
  return title.replaceAll(/\s+/g, " ").replaceAll(/[\\[\]<>`]/g, String.raw`\$&`);
}

/**
 * The site as Markdown for language models.
 *
 * @see https://llmstxt.org
 */
export function toLlmsTxt(posts: readonly ListedPost[], siteUrl: string): string {
  const page = (path: string, title: string, description: string) =>
    `- [${title}](${siteUrl}${path}): ${description}`;
  return [
    `# ${brand.name}`,
    "",
    `> A paid subscription that delivers the three most important finance stories every weekday by 8:00 in the subscriber's time zone, by email and text. ${monthly} a month or ${annual} a year, with a ${trialDays}-day free trial.`,
    "",
    "## Pages",
    "",
    page("/", "Home", "what it is, how it works, and an FAQ"),
    page("/read", "All briefings", "every post, newest first"),
    page("/pricing", "Pricing", "the two plans"),
    page("/about", "About", "why it exists and who it's for"),
    page("/contact", "Contact", "contact form"),
    "",
    "## Feeds with the full text",
    "",
    page(feeds.rss.path, feeds.rss.format, "the newest posts"),
    page(feeds.atom.path, feeds.atom.format, "the newest posts"),
    page(feeds.json.path, feeds.json.format, "the newest posts"),
    "",
    "## Briefings",
    "",
    ...posts
      .slice(0, listedPostCount)
      .map(({ slug, title, fullDate }) => page(`/r/${slug}`, linkText(title), fullDate)),
    "",
    "## Optional",
    "",
    page("/privacy", "Privacy Policy", "what we store and why"),
    page(
      "/privacy/cookies",
      "Cookies and Storage",
      "every cookie, and every company that gets data",
    ),
    page("/terms", "Terms of Service", "the terms of a subscription"),
    page("/refund", "Refund Policy", "when and how to get a refund"),
    "",
  ].join("\n");
}
