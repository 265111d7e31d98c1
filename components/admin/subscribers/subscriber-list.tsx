"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "@/components/ui/icons";
import { useState } from "react";
import { BulkAction, BulkBar } from "@/components/data/bulk-bar";
import { DataTable } from "@/components/data/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { subscriberPage } from "@/lib/client/admin/subscribers";
import type { BulkAction as BulkActionName } from "@/lib/contracts/admin/person";
import {
  subscriberEndpoints,
  maxExportedIds,
  subscriberPageSize,
  type SubscriberPage,
} from "@/lib/contracts/admin/subscribers";
import { bulkActionTexts } from "@/lib/messages/admin/person-screen";
import { subscribersScreen as messages } from "@/lib/messages/admin/subscribers";
import { countOf, formatCount } from "@/lib/messages/counts";
import { useMayDo } from "../shell/gate";
import { Loaded } from "../shell/loaded";
import { BulkDialog } from "./bulk-dialog";
import type { ListAddress } from "./list-address";
import { nameOf, subscriberColumns } from "./subscriber-columns";

const bulkActions = [
  "resend",
  "pause",
  "suppress",
  "login-link",
] as const satisfies readonly BulkActionName[];

/** Where the CSV of a list, or of some rows in its order, is downloaded. */
export function exportUrl(query: string, ids?: ReadonlySet<number>): string {
  const parameters = new URLSearchParams(query);
  if (ids) parameters.set("ids", [...ids].join(","));
  const text = parameters.toString();
  return text ? `${subscriberEndpoints.export}?${text}` : subscriberEndpoints.export;
}

type ListProps = {
  address: ListAddress;
  query: string;
  onChange: (address: ListAddress) => void;
};

/** Which page of a list is shown, and who is selected. */
type Shown = {
  query: string;
  /** Of the pages so far; the last one is shown. */
  cursors: readonly (string | null)[];
  chosen: ReadonlySet<number>;
};

function startOf(query: string): Shown {
  return { query, cursors: [null], chosen: new Set() };
}

/** One page of the list, its selection, and the pages around it. */
export function SubscriberList({ address, query, onChange }: ListProps) {
  const [state, setState] = useState(() => startOf(query));
  // Other filters start on the first page, with nothing selected.
  const current = state.query === query ? state : startOf(query);
  const { cursors, chosen } = current;
  const setCursors = (next: Shown["cursors"]) => setState({ ...current, cursors: next });
  const setChosen = (next: Shown["chosen"]) => setState({ ...current, chosen: next });
  const [action, setAction] = useState<BulkActionName | null>(null);
  const mayExport = useMayDo("manageData");
  const mayHelp = useMayDo("help");
  const page = useQuery(subscriberPage(query, cursors.at(-1) ?? null));
  return (
    <Loaded query={page} label={messages.loading} shape="table">
      {({ rows, totalCount, nextCursor }) =>
        totalCount === 0 ? (
          <NothingFound address={address} onChange={onChange} />
        ) : (
          <>
            {chosen.size > 0 ? (
              <div className="mt-4">
                <BulkBar label={messages.selectedRegion} count={messages.selected(chosen.size)}>
                  {mayHelp &&
                    bulkActions.map((each) => (
                      <BulkAction key={each} onPress={() => setAction(each)}>
                        {bulkActionTexts[each].menu}
                      </BulkAction>
                    ))}
                  {mayExport && chosen.size <= maxExportedIds && (
                    <BulkAction onPress={() => window.location.assign(exportUrl(query, chosen))}>
                      {messages.exportSelected}
                    </BulkAction>
                  )}
                  <BulkAction onPress={() => setChosen(new Set())}>{messages.clear}</BulkAction>
                </BulkBar>
              </div>
            ) : (
              <p
                aria-live="polite"
                className="mt-4 flex min-h-14 items-center text-small text-ink-3 tabular-nums"
              >
                {countOf(totalCount, "subscriber")}
              </p>
            )}
            <DataTable
              label={messages.title}
              columns={subscriberColumns}
              rows={rows}
              sort={address.sort}
              order={address.order}
              onSort={(sort, order) => onChange({ ...address, sort, order })}
              selection={{
                ids: chosen,
                onChange: setChosen,
                labelOf: (row) => messages.select(nameOf(row)),
                allLabel: messages.selectAll,
              }}
              isBusy={page.isPlaceholderData}
            />
            {action && (
              <BulkDialog
                action={action}
                ids={chosen}
                onDone={() => {
                  setAction(null);
                  setChosen(new Set());
                }}
                onClose={() => setAction(null)}
              />
            )}
            <Pager
              before={cursors.length - 1}
              page={{ rows, totalCount, nextCursor }}
              onPrevious={() => setCursors(cursors.slice(0, -1))}
              onNext={() => setCursors([...cursors, nextCursor])}
            />
          </>
        )
      }
    </Loaded>
  );
}

type PagerProps = {
  /** Pages before this one. */
  before: number;
  page: SubscriberPage;
  onPrevious: () => void;
  onNext: () => void;
};

function Pager({ before, page, onPrevious, onNext }: PagerProps) {
  const first = before * subscriberPageSize.default + 1;
  const [from, to, total] = [first, first + page.rows.length - 1, page.totalCount].map((each) =>
    formatCount(each),
  );
  return (
    <div className="flex items-center justify-between gap-4 pt-4 text-small text-ink-3 tabular-nums">
      <p>{messages.range(from ?? "", to ?? "", total ?? "")}</p>
      <div className="flex gap-2">
        <Button
          variant="icon"
          aria-label={messages.previous}
          disabled={before === 0}
          onClick={onPrevious}
        >
          <ArrowLeft size={18} strokeWidth={1.6} />
        </Button>
        <Button
          variant="icon"
          aria-label={messages.next}
          disabled={page.nextCursor === null}
          onClick={onNext}
        >
          <ArrowRight size={18} strokeWidth={1.6} />
        </Button>
      </div>
    </div>
  );
}

function NothingFound({ address, onChange }: Omit<ListProps, "query">) {
  const isFiltered = address.q !== "" || Object.keys(address.filters).length > 0;
  if (!isFiltered) {
    return (
      <div className="mt-6 border-t border-ink">
        <EmptyState title={messages.emptyTitle}>{messages.empty}</EmptyState>
      </div>
    );
  }
  return (
    <div className="mt-6 border-t border-ink">
      <EmptyState
        title={messages.noMatchTitle}
        action={
          <Button variant="line" onClick={() => onChange({ ...address, q: "", filters: {} })}>
            {messages.clearFilters}
          </Button>
        }
      >
        {messages.noMatch}
      </EmptyState>
    </div>
  );
}
