import { brand } from "@/lib/brand";
import { escapeMarkup } from "@/lib/markdown/markup";
import type { ListedPost } from "./public-feeds";

const pagePaths = [
  "/",
  "/read",
  "/pricing",
  "/about",
  "/contact",
  "/privacy",
  "/privacy/cookies",
  "/terms",
  "/refund",
];

const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const sitemapNamespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * The sitemap of all public pages.
 *
 * @see https://www.sitemaps.org/protocol.html
 */
export function toSitemap(posts: readonly ListedPost[], siteUrl: string): string {
  return [
    declaration,
    `<urlset ${sitemapNamespace}>`,
    ...pagePaths.map((path) => `<url><loc>${escapeMarkup(siteUrl + path)}</loc></url>`),
    ...posts.map(
      ({ slug, modifiedAt }) =>
        `<url><loc>${escapeMarkup(`${siteUrl}/r/${slug}`)}</loc><lastmod>${modifiedAt}</lastmod></url>`,
    ),
    "</urlset>",
  ].join("\n");
}

/**
 * The sitemap for news search, which accepts only posts of the last two days. Can be empty.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
 */
export function toNewsSitemap(posts: readonly ListedPost[], siteUrl: string): string {
  const news = (name: string, content: string) => `<news:${name}>${content}</news:${name}>`;
  const publication = news(
    "publication",
    news("name", escapeMarkup(brand.name)) + news("language", "en"),
  );
  return [
    declaration,
    `<urlset ${sitemapNamespace} xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">`,
    ...posts.map(({ slug, title, publishedAt }) => {
      const date = news("publication_date", publishedAt);
      const entry = news("news", publication + date + news("title", escapeMarkup(title)));
      return `<url><loc>${escapeMarkup(`${siteUrl}/r/${slug}`)}</loc>${entry}</url>`;
    }),
    "</urlset>",
  ].join("\n");
}
