import { brand } from "@/lib/brand";
import { feeds } from "@/lib/contracts/primitives";
import { siteMessages } from "@/lib/messages/site";
import { escapeMarkup } from "@/lib/markdown/markup";

/** Instants are ISO 8601 in UTC, URLs absolute. */
export type FeedEntry = {
  /** A URI that never changes, even if the address does. */
  id: string;
  url: string;
  title: string;
  publishedAt: string;
  updatedAt: string;
  /** Plain text. */
  summary: string;
  /** Sanitized HTML of the whole post. */
  contentHtml: string;
};

/** Newest entry first. */
export type Feed = { siteUrl: string; updatedAt: string; entries: readonly FeedEntry[] };

const { description } = siteMessages;
const declaration = '<?xml version="1.0" encoding="utf-8"?>';

function element(name: string, text: string): string {
  return `<${name}>${escapeMarkup(text)}</${name}>`;
}

/** RSS readers treat descriptions as HTML, so plain text is escaped as HTML first. */
function rssDescription(text: string): string {
  return element("description", escapeMarkup(text));
}

function rssItem({ id, url, title, publishedAt, summary, contentHtml }: FeedEntry): string {
  return [
    "<item>",
    element("title", title),
    element("link", url),
    `<guid isPermaLink="false">${escapeMarkup(id)}</guid>`,
    element("pubDate", new Date(publishedAt).toUTCString()),
    rssDescription(summary),
    element("content:encoded", contentHtml),
    "</item>",
  ].join("");
}

/**
 * @see https://www.rssboard.org/rss-specification
 */
export function toRss({ siteUrl, updatedAt, entries }: Feed): string {
  const self = escapeMarkup(`${siteUrl}${feeds.rss.path}`);
  return [
    declaration,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>',
    element("title", brand.name),
    element("link", `${siteUrl}/read`),
    `<atom:link href="${self}" rel="self" type="${feeds.rss.type}" />`,
    rssDescription(description),
    "<language>en</language>",
    element("lastBuildDate", new Date(updatedAt).toUTCString()),
    ...entries.map(rssItem),
    "</channel></rss>",
  ].join("\n");
}

function atomEntry({ id, url, title, publishedAt, updatedAt, summary, contentHtml }: FeedEntry) {
  return [
    "<entry>",
    element("title", title),
    element("id", id),
    `<link href="${escapeMarkup(url)}" />`,
    element("published", publishedAt),
    element("updated", updatedAt),
    element("summary", summary),
    `<content type="html">${escapeMarkup(contentHtml)}</content>`,
    "</entry>",
  ].join("");
}

/**
 * @see https://www.rfc-editor.org/rfc/rfc4287
 */
export function toAtom({ siteUrl, updatedAt, entries }: Feed): string {
  return [
    declaration,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element("title", brand.name),
    element("subtitle", description),
    element("id", `${siteUrl}/`),
    `<link href="${escapeMarkup(`${siteUrl}/read`)}" />`,
    `<link href="${escapeMarkup(`${siteUrl}${feeds.atom.path}`)}" rel="self" type="${feeds.atom.type}" />`,
    element("updated", updatedAt),
    `<author>${element("name", brand.name)}</author>`,
    ...entries.map(atomEntry),
    "</feed>",
  ].join("\n");
}

/**
 * @see https://www.jsonfeed.org/version/1.1/
 */
export function toJsonFeed({ siteUrl, entries }: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: brand.name,
    description,
    home_page_url: `${siteUrl}/read`,
    feed_url: `${siteUrl}${feeds.json.path}`,
    language: "en",
    authors: [{ name: brand.name, url: siteUrl }],
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.contentHtml,
      date_published: entry.publishedAt,
      date_modified: entry.updatedAt,
    })),
  });
}
