import { revalidateTag } from "next/cache";
import { purgeProxies } from "@/lib/platform/outgoing/purge-proxies";
import { getContext, getEnv } from "../route/context";
import { dailyMessagesTag, postsTag, postTag } from "./page-tags";

/**
 * Expires the cached pages that show these posts, here and in the proxies in front. The next visitor
 * waits for a fresh page instead of seeing a stale one, because a deleted post must be gone
 * immediately.
 */
export async function revalidatePosts(slugs: readonly string[]): Promise<void> {
  for (const tag of [postsTag, ...slugs.map(postTag)]) revalidateTag(tag, { expire: 0 });
  await purge();
}

/** Expires the cached pages that show the latest briefing, here and in the proxies in front. */
export async function revalidateDailyMessages(): Promise<void> {
  revalidateTag(dailyMessagesTag, { expire: 0 });
  await purge();
}

async function purge(): Promise<void> {
  if (!process.env["PROXY_PURGE_URLS"]) return;
  await purgeProxies(getEnv().PROXY_PURGE_URLS, (await getContext()).log);
}
