import { revalidateTag } from "next/cache";
import { dailyMessagesTag, postsTag, postTag } from "./page-tags";

/**
 * Throws away the cached pages that show these posts. The next reader waits for the fresh page
 * rather than being shown a stale one: a deleted post must be gone at once.
 */
export function revalidatePosts(slugs: readonly string[]): void {
  for (const tag of [postsTag, ...slugs.map(postTag)]) revalidateTag(tag, { expire: 0 });
}

/** Throws away the cached pages that show the latest briefing. */
export function revalidateDailyMessages(): void {
  revalidateTag(dailyMessagesTag, { expire: 0 });
}
