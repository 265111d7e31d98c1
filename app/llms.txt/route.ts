import { readAllPosts } from "@/lib/http/public-feeds";
import { siteSummary } from "@/lib/http/site-summary";
import { pageConfig } from "@/lib/http/page-settings";
import { taggedText } from "@/lib/http/tagged-text";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/llms.txt`: what the site is and where things stand, for programs that read text. */
export async function GET(): Promise<Response> {
  return taggedText(siteSummary(await readAllPosts(), pageConfig().siteUrl), "text/plain");
}
