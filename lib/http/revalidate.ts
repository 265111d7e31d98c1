import { revalidateTag } from "next/cache";

/** Tag of everything that shows a list of posts. */
export const postsTag = "posts";

/** Tag of the page of one post. */
export function postTag(slug: string): string {
  return `post:${slug}`;
}

/**
 * Throws away the cached pages that show these posts. The next reader waits for the fresh page
 * rather than being shown a stale one: a deleted post must be gone at once.
 */
export function revalidatePosts(slugs: readonly string[]): void {
  for (const tag of [postsTag, ...slugs.map(postTag)]) revalidateTag(tag, { expire: 0 });
}

/** Tag of everything that shows the latest briefing. */
export const dailyMessagesTag = "daily-messages";

/** Throws away the cached pages that show the latest briefing. */
export function revalidateDailyMessages(): void {
  revalidateTag(dailyMessagesTag, { expire: 0 });
}
