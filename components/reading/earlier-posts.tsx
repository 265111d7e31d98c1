import { SiteLink } from "@/components/layout/site-link";
import { formatLongMonthDayYear } from "@/lib/calendar/format";
import type { Thread } from "@/lib/contracts/reading/thread";
import { articleMessages } from "@/lib/messages/site";
import { NoBreakTitle } from "./no-break-title";

/** After an article: earlier posts about the same thing, if there are any. */
export function EarlierPosts({ posts }: Pick<Thread, "posts">) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="earlier" className="mx-auto mt-12 max-w-measure">
      <h2 id="earlier" className="caps text-ink-3">
        {articleMessages.earlier}
      </h2>
      <ul className="mt-3 border-t border-rule">
        {posts.map(({ slug, title, date }) => (
          <li key={slug} className="border-b border-rule">
            <SiteLink
              href={`/r/${slug}`}
              className="group flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3"
            >
              <span
                dir="auto"
                className="font-serif text-[1.125rem] leading-6 decoration-1 underline-offset-[.18em] group-hover:underline"
              >
                <NoBreakTitle>{title}</NoBreakTitle>
              </span>
              <time dateTime={date} className="text-small whitespace-nowrap text-ink-3">
                {formatLongMonthDayYear(date)}
              </time>
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
