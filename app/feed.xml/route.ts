import { feeds } from "@/lib/contracts/feeds";
import { toRss } from "@/lib/http/feed-formats";
import { readFeed } from "@/lib/http/public-feeds";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/feed.xml`: the newest posts, whole, as RSS. */
export async function GET(): Promise<Response> {
  return new Response(toRss(await readFeed()), {
    headers: { "content-type": `${feeds.rss.type}; charset=utf-8` },
  });
}
