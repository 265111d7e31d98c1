import { feeds } from "@/lib/contracts/primitives";
import { toJsonFeed } from "@/lib/http/feeds/feed-formats";
import { readFeed, readLastChange } from "@/lib/http/feeds/public-feeds";
import { textResponse } from "@/lib/http/feeds/text-response";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/feed.json`: the newest posts in full, as JSON Feed. */
export async function GET(): Promise<Response> {
  return textResponse(toJsonFeed(await readFeed()), feeds.json.type, await readLastChange());
}
