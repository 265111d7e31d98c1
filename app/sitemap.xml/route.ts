import { readAllPosts, readLastChange } from "@/lib/http/feeds/public-feeds";
import { toSitemap } from "@/lib/http/feeds/sitemaps";
import { textResponse } from "@/lib/http/feeds/text-response";
import { pageConfig } from "@/lib/http/pages/page-config";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/sitemap.xml`: every public page. */
export async function GET(): Promise<Response> {
  const sitemap = toSitemap(await readAllPosts(), pageConfig().siteUrl);
  return textResponse(sitemap, "application/xml", await readLastChange());
}
