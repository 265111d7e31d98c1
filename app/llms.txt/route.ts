import { readAllPosts, readLastChange } from "@/lib/http/feeds/public-feeds";
import { toLlmsTxt } from "@/lib/http/feeds/llms-txt";
import { pageConfig } from "@/lib/http/pages/page-config";
import { textResponse } from "@/lib/http/feeds/text-response";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/llms.txt`: what the site is and where to find things, for language models. */
export async function GET(): Promise<Response> {
  const text = toLlmsTxt(await readAllPosts(), pageConfig().siteUrl);
  return textResponse(text, "text/plain", await readLastChange());
}
