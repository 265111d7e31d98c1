"use client";

import { useState } from "react";
import { ChevronRight } from "@/components/ui/icons";
import { TextField } from "@/components/ui/text-field";
import type {
  Configuration as ConfigurationView,
  ConfigurationItem,
} from "@/lib/contracts/admin/settings";
import { settingsScreen } from "@/lib/messages/admin/settings";
import { cellClass, headClass, tableClass } from "./table-classes";

const texts = settingsScreen.configuration;

export type ConfigurationProps = {
  /** The initial search; can be empty. */
  asked: string;
  configuration: ConfigurationView;
};

/** What environment variables set, in groups that a search or a click opens. */
export function Configuration({ asked, configuration }: ConfigurationProps) {
  const [query, setQuery] = useState(asked);
  const found = configuration
    .map(({ group, items }) => ({ group, items: items.filter((item) => matches(item, query)) }))
    .filter(({ items }) => items.length > 0);
  return (
    <>
      <div className="mb-5 max-w-96">
        <TextField
          id="find-configuration"
          label={texts.find}
          type="search"
          autoComplete="off"
          value={query}
          onChange={setQuery}
        />
      </div>
      {found.length === 0 && (
        <output className="block text-label text-ink-3">{texts.nothing(query)}</output>
      )}
      {found.map(({ group, items }) => (
        // A new key when the search begins or ends, so that the group opens or closes.
        <details
          key={`${group} ${query.trim() !== ""}`}
          open={query.trim() !== ""}
          className="group border-b border-rule"
        >
          <summary className="flex min-h-12 cursor-pointer items-center gap-2 text-label font-medium">
            <ChevronRight
              size={16}
              strokeWidth={1.6}
              className="flex-none text-ink-3 transition-transform group-open:rotate-90"
            />
            {texts.groups[group]}
            <span className="font-normal text-ink-3 tabular-nums">{items.length}</span>
          </summary>
          <Items label={texts.groups[group]} items={items} />
        </details>
      ))}
    </>
  );
}

function matches({ variable }: ConfigurationItem, query: string): boolean {
  const text = `${variable} ${texts.labels[variable] ?? ""}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

function Items({ label, items }: { label: string; items: readonly ConfigurationItem[] }) {
  return (
    <table aria-label={label} className={`${tableClass} mb-6`}>
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className={`${headClass} w-[42%]`}>
            {texts.setting}
          </th>
          <th scope="col" className={headClass}>
            {texts.value}
          </th>
          <th scope="col" className={`${headClass} w-32`}>
            {texts.source}
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {items.map((item) => (
          <ItemRow key={item.variable} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function ItemRow({
  item: { variable, isSecret, isSet, value, source },
}: {
  item: ConfigurationItem;
}) {
  return (
    <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:border-b max-md:border-rule max-md:py-2.5">
      <th scope="row" className={cellClass}>
        {texts.labels[variable]}
        <span className="block font-mono text-fine text-ink-3">{variable}</span>
      </th>
      <td className={`${cellClass} max-md:order-1 max-md:col-span-full`}>
        {isSet ? (
          isSecret ? (
            <span className="text-ink-3">{texts.secret}</span>
          ) : (
            value
          )
        ) : (
          <span className="text-ink-3">{texts.unset}</span>
        )}
      </td>
      <td className={`${cellClass} text-small text-ink-3`}>{texts.sources[source]}</td>
    </tr>
  );
}
