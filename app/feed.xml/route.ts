import { feeds } from "@/lib/contracts/primitives";
import { toRss } from "@/lib/http/feeds/feed-formats";
import { readFeed, readLastChange } from "@/lib/http/feeds/public-feeds";
import { textResponse } from "@/lib/http/feeds/text-response";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/feed.xml`: the newest posts in full, as RSS. */
export async function GET(): Promise<Response> {
  return textResponse(toRss(await readFeed()), feeds.rss.type, await readLastChange());
}
