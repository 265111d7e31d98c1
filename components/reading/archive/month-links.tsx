import { formatLongMonth } from "@/lib/calendar/format";
import { monthPath, type MonthCount } from "@/lib/contracts/reading/post-search";
import { classNames } from "@/components/ui/class-names";
import { archiveMessages } from "@/lib/messages/site";

const { byMonth, all, older, monthWithCount } = archiveMessages;

/** Months that are shown at once. */
const recentCount = 3;

export type MonthLinksProps = {
  /** Newest first. */
  months: readonly MonthCount[];
  /** The one that is shown, YYYY-MM; none on the list of all. */
  current?: string;
};

/** Leads to all posts, to those of the newest months, and to older months by year. */
export function MonthLinks({ months, current }: MonthLinksProps) {
  const recent = months.slice(0, recentCount);
  const rest = months.slice(recentCount);
  const year = months[0]?.month.slice(0, 4);
  return (
    <nav aria-label={byMonth} className="mt-4 border-b border-ink pt-2 pb-5 text-small">
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <ArchiveLink href="/read" isCurrent={current === undefined}>
          {all}
        </ArchiveLink>
        {recent.map(({ month, count }) => (
          <ArchiveLink key={month} href={monthPath(month)} isCurrent={month === current}>
            {monthWithCount(
              formatLongMonth(month, { withYear: !month.startsWith(year ?? "") }),
              count,
            )}
          </ArchiveLink>
        ))}
      </div>
      {rest.length > 0 && (
        <details className="mt-1" open={rest.some(({ month }) => month === current)}>
          <summary className="inline-flex min-h-9 items-center text-ink-2 hover:underline max-md:min-h-11">
            {older}
          </summary>
          {yearsOf(rest).map(([name, ofYear]) => (
            <div key={name} className="flex gap-x-5 border-t border-rule py-1">
              <span className="flex min-h-9 items-center text-ink-3 max-md:min-h-11">{name}</span>
              <div className="flex flex-wrap gap-x-5">
                {ofYear.map(({ month, count }) => (
                  <ArchiveLink key={month} href={monthPath(month)} isCurrent={month === current}>
                    {monthWithCount(formatLongMonth(month, { withYear: false }), count)}
                  </ArchiveLink>
                ))}
              </div>
            </div>
          ))}
        </details>
      )}
    </nav>
  );
}

function yearsOf(months: readonly MonthCount[]): [string, MonthCount[]][] {
  const years = Map.groupBy(months, ({ month }) => month.slice(0, 4));
  return [...years];
}

export type ArchiveLinkProps = { href: string; isCurrent: boolean; children: string };

/** Plain links: there may be hundreds, which Next's own would prefetch. */
export function ArchiveLink({ href, isCurrent, children }: ArchiveLinkProps) {
  return (
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(
        "inline-flex min-h-9 items-center whitespace-nowrap underline-offset-[.25em] hover:underline max-md:min-h-11",
        isCurrent ? "font-medium text-ink" : "text-ink-2",
      )}
    >
      {children}
    </a>
  );
}
