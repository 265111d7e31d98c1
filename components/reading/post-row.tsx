import Link from "next/link";
import { LinkSpinner } from "@/components/layout/link-spinner";
import { parseLongMonthDayYear } from "@/lib/calendar/format";
import type { PostListItemView } from "@/lib/contracts/posts";
import { listMessages } from "@/lib/messages/site";
import { classNames } from "@/components/ui/class-names";
import { NoBreakTitle } from "./no-break-title";

export type PostRowProps = {
  post: Pick<PostListItemView, "slug" | "title" | "shortDate" | "fullDate" | "readTime">;
  /** Larger, for the newest post. */
  isLead?: boolean;
  heading?: "h2" | "h3";
};

/** The whole row is the link. */
export function PostRow({ post, isLead = false, heading: Heading = "h2" }: PostRowProps) {
  return (
    <li
      className={classNames(
        "group relative grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1.5 border-b border-rule has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent sm:grid-cols-[5.25rem_minmax(0,1fr)_auto] sm:gap-x-5",
        isLead ? "py-6 sm:pt-8 sm:pb-9" : "py-4.5",
      )}
    >
      <time
        dateTime={parseLongMonthDayYear(post.fullDate) ?? undefined}
        className="caps whitespace-nowrap text-ink-3"
      >
        {post.shortDate}
      </time>
      <Heading
        dir="auto"
        className={classNames(
          "max-sm:col-span-2 max-sm:row-start-2 max-sm:min-w-0",
          isLead
            ? "max-sm:text-[1.75rem] max-sm:leading-8 max-sm:tracking-[-.016em] sm:text-h2"
            : "max-sm:text-[1.25rem] max-sm:leading-[1.625rem] max-sm:tracking-[-.008em] sm:text-row",
        )}
      >
        <Link
          href={`/r/${post.slug}`}
          className="decoration-1 underline-offset-[.18em] outline-none group-hover:underline after:absolute after:inset-0"
        >
          <NoBreakTitle>{post.title}</NoBreakTitle>
          <LinkSpinner />
        </Link>
      </Heading>
      <span className="text-small whitespace-nowrap text-ink-3">
        {listMessages.readTime(post.readTime)}
      </span>
    </li>
  );
}
