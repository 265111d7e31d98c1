import type { PageSubject } from "@/lib/platform/database/page-versions";

/** Tag of everything that shows a list of posts. */
export const postsTag = "posts";

const postTagStart = "post:";

/** Tag of the page of one post. */
export function postTag(slug: string): string {
  return `${postTagStart}${slug}`;
}

/** Tag of everything that shows the latest briefing. */
export const dailyMessagesTag = "daily-messages";

/** What a page with this tag shows, or undefined for a tag that is not ours. */
export function subjectOfTag(tag: string): PageSubject | undefined {
  if (tag === postsTag || tag.startsWith(postTagStart)) return "posts";
  return tag === dailyMessagesTag ? "daily_messages" : undefined;
}
