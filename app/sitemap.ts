import type { MetadataRoute } from "next";
import { pageConfig } from "@/lib/http/pages/page-config";
import { readAllPosts } from "@/lib/http/feeds/public-feeds";

export const revalidate = 60;

const paths = [
  "",
  "/read",
  "/pricing",
  "/about",
  "/contact",
  "/privacy",
  "/privacy/cookies",
  "/terms",
  "/refund",
];

/** `/sitemap.xml` */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { siteUrl } = pageConfig();
  const posts = await readAllPosts();
  return [
    ...paths.map((path) => ({ url: `${siteUrl}${path || "/"}` })),
    ...posts.map(({ slug, updatedAt }) => ({
      url: `${siteUrl}/r/${slug}`,
      lastModified: updatedAt,
    })),
  ];
}
