"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox that marks its options itself, and a native one can't */

import { classNames } from "@/components/ui/class-names";
import { adminSearchScreen as texts } from "@/lib/messages/admin/search";
import type { SearchEntry, SearchGroup } from "./entries";

export type SearchResultsProps = {
  /** Id of the list, and prefix of its options' ids. */
  id: string;
  groups: readonly SearchGroup[];
  /** Which entry is marked, counted over all groups. */
  active: number;
  onPoint: (index: number) => void;
  onChoose: (entry: SearchEntry) => void;
};

/** What was found, by kind. The field keeps the focus and says which entry is marked. */
export function SearchResults({ id, groups, active, onPoint, onChoose }: SearchResultsProps) {
  return (
    <div id={id} role="listbox" aria-label={texts.title} className="overflow-auto py-2">
      {groups.map(({ name, entries }, group) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p id={`${id}-${name}`} className="caps px-5 pt-3 pb-1.5 text-ink-3">
            {texts.groups[name]}
          </p>
          {entries.map((entry, position) => {
            const before = groups.slice(0, group).map((each) => each.entries.length);
            const own = before.reduce((sum, count) => sum + count, position);
            return (
              <Result
                key={`${entry.href} ${entry.label}`}
                id={`${id}-${own}`}
                entry={entry}
                isActive={own === active}
                onPoint={() => onPoint(own)}
                onChoose={() => onChoose(entry)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

type ResultProps = {
  id: string;
  entry: SearchEntry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Result({ id, entry: { label, note }, isActive, onPoint, onChoose }: ResultProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      onPointerMove={onPoint}
      ref={(option) => {
        if (isActive) option?.scrollIntoView({ block: "nearest" });
      }}
      className={classNames(
        "flex min-h-11 cursor-pointer items-baseline justify-between gap-4 px-5 py-2.5 text-label",
        isActive && "state-mark bg-well",
      )}
    >
      <span className="min-w-0 truncate">{label}</span>
      {note && <span className="max-w-1/2 flex-none truncate text-small text-ink-3">{note}</span>}
    </div>
  );
}
