import { readAllPosts } from "@/lib/http/feeds/public-feeds";
import { toLlmsTxt } from "@/lib/http/feeds/llms-txt";
import { pageConfig } from "@/lib/http/pages/page-config";
import { etagResponse } from "@/lib/http/feeds/etag-response";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/llms.txt`: what the site is and where to find things, for language models. */
export async function GET(): Promise<Response> {
  return etagResponse(toLlmsTxt(await readAllPosts(), pageConfig().siteUrl), "text/plain");
}
