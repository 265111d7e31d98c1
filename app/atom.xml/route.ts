import { feeds } from "@/lib/contracts/primitives";
import { toAtom } from "@/lib/http/feeds/feed-formats";
import { readFeed } from "@/lib/http/feeds/public-feeds";
import { etagResponse } from "@/lib/http/feeds/etag-response";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/atom.xml`: the newest posts in full, as Atom. */
export async function GET(): Promise<Response> {
  return etagResponse(toAtom(await readFeed()), feeds.atom.type);
}
