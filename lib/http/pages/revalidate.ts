import { revalidateTag } from "next/cache";
import { dailyMessagesTag, postsTag, postTag } from "./page-tags";

/**
 * Expires the cached pages that show these posts. The next visitor waits for a fresh page instead of
 * seeing a stale one, because a deleted post must be gone immediately.
 */
export function revalidatePosts(slugs: readonly string[]): void {
  for (const tag of [postsTag, ...slugs.map(postTag)]) revalidateTag(tag, { expire: 0 });
}

/** Expires the cached pages that show the latest briefing. */
export function revalidateDailyMessages(): void {
  revalidateTag(dailyMessagesTag, { expire: 0 });
}
