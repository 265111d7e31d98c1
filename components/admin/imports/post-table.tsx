import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import type { PostResult } from "@/lib/contracts/admin/post-imports";
import { postImportScreen as messages } from "@/lib/messages/admin/post-imports";

/** Posts from another site, with what differs from there. */
export function PostTable({ posts }: { posts: readonly PostResult[] }) {
  return (
    <table className="mt-8 block w-full text-left text-label sm:table">
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="border-y border-t-rule border-b-ink text-small text-ink-2">
          <th className="w-32 py-2.5 pr-4 font-medium">{messages.date}</th>
          <th className="py-2.5 pr-4 font-medium">{messages.post}</th>
          <th className="w-2/6 py-2.5 pr-4 font-medium">{messages.oldPath}</th>
          <th className="w-28 py-2.5 font-medium">{messages.state}</th>
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {posts.map((post) => (
          <PostRow key={`${post.date} ${post.path}`} post={post} />
        ))}
      </tbody>
    </table>
  );
}

const cellClass = "block align-top max-sm:not-first:mt-1 sm:table-cell sm:py-3";

function PostRow({ post }: { post: PostResult }) {
  const { date, title, path, slug, isDraft, draftReason, failedImages } = post;
  return (
    <tr className="block border-b border-rule py-3 sm:table-row">
      <td className={`${cellClass} pr-4 whitespace-nowrap text-ink-2 tabular-nums`}>
        <time dateTime={date}>{formatShortMonthDayYear(date)}</time>
      </td>
      <th scope="row" className={`${cellClass} pr-4 font-normal [overflow-wrap:anywhere]`}>
        <span dir="auto" className="font-medium">
          {title}
        </span>
        {draftReason !== null && (
          <span className="mt-1 block text-small text-ink-2">{draftReason}</span>
        )}
        {failedImages.map((failure) => (
          <span key={failure} className="mt-1 block text-small text-alarm">
            {failure}
          </span>
        ))}
      </th>
      <td className={`${cellClass} pr-4 font-mono text-small [overflow-wrap:anywhere]`}>
        {path}
        {slug !== null && !isDraft && (
          <>
            {" → "}
            <Link href={`/r/${slug}`} prefetch={false} className="text-link">
              /r/{slug}
            </Link>
          </>
        )}
      </td>
      <td className={cellClass}>
        {isDraft ? <Badge tone="tint">{messages.draft}</Badge> : messages.published}
      </td>
    </tr>
  );
}
