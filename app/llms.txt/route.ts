import { readAllPosts } from "@/lib/http/feeds/public-feeds";
import { siteSummary } from "@/lib/http/feeds/site-summary";
import { pageConfig } from "@/lib/http/pages/page-settings";
import { etagResponse } from "@/lib/http/feeds/etag-response";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/llms.txt`: what the site is and where things stand, for programs that read text. */
export async function GET(): Promise<Response> {
  return etagResponse(siteSummary(await readAllPosts(), pageConfig().siteUrl), "text/plain");
}
