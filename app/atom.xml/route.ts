import { feeds } from "@/lib/contracts/feeds";
import { toAtom } from "@/lib/http/feed-formats";
import { readFeed } from "@/lib/http/public-feeds";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/atom.xml`: the newest posts, whole, as Atom. */
export async function GET(): Promise<Response> {
  return new Response(toAtom(await readFeed()), {
    headers: { "content-type": `${feeds.atom.type}; charset=utf-8` },
  });
}
