"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Search } from "@/components/ui/icons";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { FilterChip } from "@/components/data/filter-chip";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { TextField } from "@/components/ui/text-field";
import { subscriberViews } from "@/lib/client/admin/subscribers";
import { searchDelayMs, useDebouncedValue } from "@/lib/client/use-debounced-value";
import { subscribersPath } from "@/lib/contracts/admin/subscribers";
import { subscriberFilterLabels, subscribersScreen } from "@/lib/messages/admin/subscribers";
import { useMayDo } from "../shell/gate";
import { AdminPage } from "../shell/page";
import { AddFilter } from "./add-filter";
import {
  builtInViewOf,
  describeFilter,
  filterFields,
  readAddress,
  toQuery,
  type ListAddress,
} from "./list-address";
import { SaveView } from "./save-view";
import { exportUrl, SubscriberList } from "./subscriber-list";
import { Views } from "./views";

const messages = subscribersScreen;

/** The list of subscribers. Its filters and order are in the address. */
export function SubscribersScreen() {
  const router = useRouter();
  const address = readAddress(new URLSearchParams(useSearchParams().toString()));
  const query = toQuery(address);
  const views = useQuery(subscriberViews());
  const mayExport = useMayDo("manageData");
  const show = (next: string) =>
    router.replace(next ? `${subscribersPath}?${next}` : subscribersPath, { scroll: false });
  return (
    <AdminPage
      title={messages.title}
      action={
        mayExport && (
          <a
            href={exportUrl(query)}
            download
            className={buttonClass({ variant: "line", size: "sm" })}
          >
            <Download size={16} strokeWidth={1.6} />
            {messages.exportAll}
          </a>
        )
      }
    >
      <Views views={views.data} query={query} onChoose={show} />
      <div className="flex flex-wrap items-end gap-4">
        <SearchField q={address.q} onSearch={(q) => show(toQuery({ ...address, q }))} />
        <Filters address={address} onChange={(next) => show(toQuery(next))}>
          {builtInViewOf(query) === undefined && (
            <SaveView
              query={query}
              saved={views.data?.saved.find((each) => each.query === query)}
            />
          )}
        </Filters>
      </div>
      <SubscriberList address={address} query={query} onChange={(next) => show(toQuery(next))} />
    </AdminPage>
  );
}

function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const search = useDebouncedValue(typed.trim(), searchDelayMs);
  // What the address says, as far as this field knows: a view or Clear filters changes it elsewhere.
  const known = useRef(q);
  useEffect(() => {
    if (q === known.current) return;
    known.current = q;
    setTyped(q);
  }, [q]);
  const start = useEffectEvent((found: string) => {
    if (found !== typed.trim() || found === known.current) return;
    known.current = found;
    onSearch(found);
  });
  useEffect(() => start(search), [search]);
  return (
    <div className="relative w-full md:w-104">
      <TextField
        id="subscriber-search"
        label={messages.search}
        type="search"
        value={typed}
        maxLength={200}
        className="pl-11"
        onChange={setTyped}
      />
      <Search
        size={18}
        strokeWidth={1.6}
        className="pointer-events-none absolute bottom-3.75 left-3.5 text-ink-3"
      />
    </div>
  );
}

type FiltersProps = {
  address: ListAddress;
  onChange: (address: ListAddress) => void;
  children: ReactNode;
};

function Filters({ address, onChange, children }: FiltersProps) {
  const { filters } = address;
  const set = filterFields.flatMap((field) => {
    const value = filters[field];
    return value === undefined ? [] : [{ field, text: describeFilter(field, value) }];
  });
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2">
      {set.map(({ field, text }) => (
        <FilterChip
          key={field}
          field={subscriberFilterLabels[field]}
          value={text}
          removeLabel={messages.removeFilter(`${subscriberFilterLabels[field]} ${text}`)}
          onRemove={() => {
            const { [field]: _removed, ...rest } = filters;
            onChange({ ...address, filters: rest });
          }}
        />
      ))}
      <AddFilter
        onAdd={(field, value) => onChange({ ...address, filters: { ...filters, [field]: value } })}
      />
      {set.length > 0 && (
        <Button
          variant="quiet"
          size="sm"
          className="mx-2"
          onClick={() => onChange({ ...address, filters: {} })}
        >
          {messages.clear}
        </Button>
      )}
      {children}
    </div>
  );
}
