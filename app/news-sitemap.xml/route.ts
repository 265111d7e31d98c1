import { readLastChange, readRecentPosts } from "@/lib/http/feeds/public-feeds";
import { toNewsSitemap } from "@/lib/http/feeds/sitemaps";
import { textResponse } from "@/lib/http/feeds/text-response";
import { pageConfig } from "@/lib/http/pages/page-config";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/news-sitemap.xml`: the posts of the last two days, for news search. */
export async function GET(): Promise<Response> {
  const sitemap = toNewsSitemap(await readRecentPosts(), pageConfig().siteUrl);
  return textResponse(sitemap, "application/xml", await readLastChange());
}
