import { feeds } from "@/lib/contracts/primitives";
import { toAtom } from "@/lib/http/feeds/feed-formats";
import { readFeed, readLastChange } from "@/lib/http/feeds/public-feeds";
import { textResponse } from "@/lib/http/feeds/text-response";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/atom.xml`: the newest posts in full, as Atom. */
export async function GET(): Promise<Response> {
  return textResponse(toAtom(await readFeed()), feeds.atom.type, await readLastChange());
}
