import { feeds } from "@/lib/contracts/primitives";
import { toRss } from "@/lib/http/feeds/feed-formats";
import { readFeed } from "@/lib/http/feeds/public-feeds";
import { etagResponse } from "@/lib/http/feeds/etag-response";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/feed.xml`: the newest posts in full, as RSS. */
export async function GET(): Promise<Response> {
  return etagResponse(toRss(await readFeed()), feeds.rss.type);
}
