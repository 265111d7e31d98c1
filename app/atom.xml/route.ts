import { feeds } from "@/lib/contracts/feeds";
import { toAtom } from "@/lib/http/feed-formats";
import { readFeed } from "@/lib/http/public-feeds";
import { taggedText } from "@/lib/http/tagged-text";

export const dynamic = "force-static";
export const revalidate = 60;

/** `/atom.xml`: the newest posts, whole, as Atom. */
export async function GET(): Promise<Response> {
  return taggedText(toAtom(await readFeed()), feeds.atom.type);
}
