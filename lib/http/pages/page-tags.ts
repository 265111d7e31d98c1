import type { PageSubject } from "@/lib/platform/database/page-versions";

/** For pages that show a list of posts. */
export const postsTag = "posts";

const postTagPrefix = "post:";

/** For the page of one post. */
export function postTag(slug: string): string {
  return `${postTagPrefix}${slug}`;
}

/** For pages that show the latest briefing. */
export const dailyMessagesTag = "daily-messages";

/** What pages with this tag show, or undefined for one of Next's own tags. */
export function subjectOfTag(tag: string): PageSubject | undefined {
  if (tag === postsTag || tag.startsWith(postTagPrefix)) return "posts";
  return tag === dailyMessagesTag ? "daily_messages" : undefined;
}
