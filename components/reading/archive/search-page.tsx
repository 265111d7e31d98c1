import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { formatLongMonth } from "@/lib/calendar/format";
import {
  searchMaxResults,
  searchPageSize,
  searchUrl,
  type MonthCount,
  type PostSearch,
} from "@/lib/contracts/reading/post-search";
import { archiveMessages as messages } from "@/lib/messages/site";
import { ArchiveLink } from "./month-links";
import { SearchForm } from "./search-form";
import { SearchHitRow, type Hit } from "./search-hit-row";

/** Months with their own link; one link leads to all earlier ones. */
const monthCount = 3;

export type SearchPageProps = {
  search: PostSearch;
  result: {
    hits: readonly Hit[];
    months: readonly MonthCount[];
    corrected: string | null;
  } | null;
  /** YYYY-MM-DD */
  today: string;
};

/** The search form with its results. */
export function SearchPage({ search, result, today }: SearchPageProps) {
  return (
    <main id="main" className="wrap pt-[clamp(2rem,1.4rem+2.8vw,4rem)] pb-(--section)">
      <h1 className="mb-8 text-h2">{messages.searchTitle}</h1>
      <SearchForm q={search.q} />
      {result &&
        (result.months.length > 0 ? (
          <Results search={search} result={result} today={today} />
        ) : (
          <EmptyState title={messages.noMatchTitle}>{messages.noMatch}</EmptyState>
        ))}
    </main>
  );
}

type ResultsProps = {
  search: PostSearch;
  result: NonNullable<SearchPageProps["result"]>;
  today: string;
};

function Results({ search, result: { hits, months, corrected }, today }: ResultsProps) {
  const inMonths = months.filter(
    ({ month }) =>
      (search.month === undefined || month === search.month) &&
      (search.before === undefined || month < search.before),
  );
  const total = sumOf(inMonths);
  const more = Math.min(total, searchMaxResults) - hits.length;
  return (
    <section aria-label={messages.results} className="max-w-[52rem]">
      <output className="mt-3 block text-small wrap-anywhere text-ink-3">
        {messages.found(sumOf(months))}{" "}
        <strong className="font-medium text-ink">{corrected ?? search.q}</strong>
        {corrected !== null && (
          <>
            {". "}
            <a className="text-link" href={searchUrl({ q: search.q, exact: true })}>
              {messages.searchInstead(search.q)}
            </a>
          </>
        )}
      </output>
      <FoundMonths search={search} months={months} today={today} />
      <ol>
        {hits.map((hit, index) => (
          <SearchHitRow key={hit.slug} hit={hit} id={`result-${index + 1}`} />
        ))}
      </ol>
      {more > 0 && (
        <p className="pt-5">
          <a
            href={`${searchUrl({ ...search, show: hits.length + searchPageSize })}#result-${hits.length + 1}`}
            className={buttonClass({ variant: "line" })}
          >
            {messages.showMore(Math.min(more, searchPageSize))}
          </a>
        </p>
      )}
      {more <= 0 && total > hits.length && (
        <p className="pt-5 text-small text-ink-3">{messages.mostRelevant(hits.length)}</p>
      )}
    </section>
  );
}

type FoundMonthsProps = { search: PostSearch; months: readonly MonthCount[]; today: string };

/** Narrows the results to a month, or to all months before the newest ones. */
function FoundMonths({ search, months, today }: FoundMonthsProps) {
  const { q, exact } = search;
  const older = months.slice(monthCount);
  const oldestShown = months[monthCount - 1]?.month;
  const label = ({ month, count }: MonthCount) => {
    const withYear = month.slice(0, 4) !== today.slice(0, 4);
    return messages.monthWithCount(formatLongMonth(month, { withYear }), count);
  };
  return (
    <nav
      aria-label={messages.byMonth}
      className="mt-4 flex flex-wrap gap-x-5 gap-y-1 border-b border-ink pt-2 pb-5 text-small"
    >
      <ArchiveLink href={searchUrl({ q, exact })} isCurrent={!search.month && !search.before}>
        {messages.all}
      </ArchiveLink>
      {months.slice(0, monthCount).map((each) => (
        <ArchiveLink
          key={each.month}
          href={searchUrl({ q, exact, month: each.month })}
          isCurrent={each.month === search.month}
        >
          {label(each)}
        </ArchiveLink>
      ))}
      {older.length > 0 && oldestShown && (
        <ArchiveLink
          href={searchUrl({ q, exact, before: oldestShown })}
          isCurrent={oldestShown === search.before}
        >
          {messages.monthWithCount(messages.older, sumOf(older))}
        </ArchiveLink>
      )}
    </nav>
  );
}

function sumOf(months: readonly MonthCount[]): number {
  return months.reduce((sum, { count }) => sum + count, 0);
}
