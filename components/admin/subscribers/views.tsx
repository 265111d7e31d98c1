"use client";

import type { ReactNode } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { SelectField } from "@/components/ui/text-field";
import {
  builtInViewQueries,
  builtInViews,
  subscribersPath,
  type SubscriberViews,
} from "@/lib/contracts/admin/subscribers";
import { formatCount } from "@/lib/messages/counts";
import { subscribersScreen } from "@/lib/messages/admin/subscribers";

const messages = subscribersScreen;

export type ViewsProps = {
  /** Undefined while loading: the names are known. */
  views: SubscriberViews | undefined;
  /** The list's query string. */
  query: string;
  onChoose: (query: string) => void;
};

/** Named filters: links in a row; on phones a select. */
export function Views({ views, query, onChoose }: ViewsProps) {
  const entries = entriesOf(views);
  const current = entries.find((entry) => entry.query === query);
  return (
    <>
      <nav
        aria-label={messages.views}
        className="mt-3 mb-5 flex flex-wrap gap-x-6 border-b border-ink max-md:hidden"
      >
        {entries.map(({ key, label, count, query: own }) => (
          <SiteLink
            key={key}
            href={own ? `${subscribersPath}?${own}` : subscribersPath}
            aria-current={own === query ? "page" : undefined}
            className="-mb-px inline-flex min-h-11 items-center gap-1.5 border-b-[3px] border-transparent forced-colors:not-aria-[current]:border-0 text-label whitespace-nowrap text-ink-2 no-underline hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink"
          >
            {label}
            <Count>{count}</Count>
          </SiteLink>
        ))}
      </nav>
      <div className="mt-6 mb-5 md:hidden">
        <SelectField
          id="view"
          label={messages.view}
          value={current?.key ?? ""}
          onChange={(value) => {
            const chosen = entries.find(({ key }) => key === value);
            if (chosen) onChoose(chosen.query);
          }}
          options={[
            ...(!current ? [{ value: "", label: messages.otherView }] : []),
            ...entries.map(({ key, label, count }) => ({
              value: key,
              label: count === null ? label : `${label} (${count})`,
            })),
          ]}
        />
      </div>
    </>
  );
}

function Count({ children }: { children: ReactNode }) {
  return children === null ? null : (
    <span className="text-fine font-normal text-ink-3 tabular-nums">{children}</span>
  );
}

function entriesOf(views: SubscriberViews | undefined) {
  const counts = new Map(views?.builtIn.map(({ view, count }) => [view, count]));
  return [
    ...builtInViews.map((view) => {
      const count = counts.get(view);
      return {
        key: view,
        label: messages.builtIn[view],
        count: count === undefined ? null : formatCount(count),
        query: builtInViewQueries[view],
      };
    }),
    ...(views?.saved ?? []).map(({ id, name, query }) => ({
      key: String(id),
      label: name,
      count: null,
      query,
    })),
  ];
}
