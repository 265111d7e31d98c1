import { SiteLink } from "@/components/layout/site-link";
import { parseLongMonthDayYear } from "@/lib/calendar/format";
import type { ExcerptPart } from "@/lib/contracts/reading/post-search";
import type { PostListItemView } from "@/lib/contracts/posts";
import { NoBreakTitle } from "../no-break-title";

export type Hit = Pick<PostListItemView, "slug" | "title" | "shortDate" | "fullDate"> & {
  excerpt: readonly ExcerptPart[];
};

/** A result with the words that were found. `id` is a target for links. */
export function SearchHitRow({ hit, id }: { hit: Hit; id: string }) {
  return (
    <li
      id={id}
      className="grid scroll-mt-6 items-baseline gap-x-5 gap-y-1 border-b border-rule py-4.5 sm:grid-cols-[6.5rem_minmax(0,1fr)]"
    >
      <time
        dateTime={parseLongMonthDayYear(hit.fullDate) ?? undefined}
        className="caps whitespace-nowrap text-ink-3"
      >
        {`${hit.shortDate} ${hit.fullDate.slice(-4)}`}
      </time>
      <h2 dir="auto" className="text-row wrap-anywhere">
        <SiteLink
          href={`/r/${hit.slug}`}
          className="decoration-1 underline-offset-[.18em] hover:underline"
        >
          <NoBreakTitle>{hit.title}</NoBreakTitle>
        </SiteLink>
      </h2>
      <p
        dir="auto"
        className="max-w-[64ch] font-serif text-[1.0625rem] leading-[1.625rem] wrap-anywhere text-ink-2 sm:col-start-2"
      >
        {hit.excerpt.map(({ text, isMatch }, index) =>
          isMatch ? (
            <mark
              // oxlint-disable-next-line react/no-array-index-key -- the parts never change
              key={index}
              className="rounded-[1px] bg-accent-tint text-inherit shadow-[0_1px_0_var(--color-accent)] forced-colors:bg-[Mark] forced-colors:text-[MarkText]"
            >
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
    </li>
  );
}
