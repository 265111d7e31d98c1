"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, Search } from "@/components/ui/icons";
import { useState, type ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { auditEntries, auditPeriods, toAuditQuery, type AuditView } from "@/lib/client/admin/audit";
import { searchDelayMs, useDebouncedValue } from "@/lib/client/use-debounced-value";
import {
  auditCountLimit,
  auditEndpoints,
  auditGroups,
  type AuditPage,
} from "@/lib/contracts/admin/audit";
import { formatRecentTimeHere } from "@/lib/calendar/format";
import { cityHere } from "@/lib/calendar/zones";
import { auditMessages, auditScreen as texts } from "@/lib/messages/admin/audit";
import { timesAre } from "@/lib/messages/admin/times";
import { Loaded } from "../shell/loaded";
import { SettingsPage } from "../shell/page";
import { AuditEntryRow } from "./audit-entry";
import { ChipSelect } from "./chip-select";

const firstView: AuditView = { q: "", period: "week", by: "all" };
const everything: AuditView = { q: "", period: "all", by: "all" };

/** `/admin/audit`: who changed what, and whether the log itself was changed. */
export function AuditScreen() {
  const [view, setView] = useState(firstView);
  const settled = useDebouncedValue(view, searchDelayMs);
  const query = useInfiniteQuery(auditEntries({ ...settled, q: settled.q.trim() }));
  return (
    <SettingsPage>
      <AuditFilters view={view} onChange={setView} />
      <Loaded query={query} label={texts.loading}>
        {({ pages }) => (
          <Entries
            pages={pages}
            isEverything={settled.q === "" && settled.period === "all" && settled.by === "all"}
            onShowAll={() => setView(everything)}
            more={
              query.hasNextPage && (
                <Button
                  variant="line"
                  size="sm"
                  isBusy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {texts.more}
                </Button>
              )
            }
          />
        )}
      </Loaded>
    </SettingsPage>
  );
}

type FiltersProps = { view: AuditView; onChange: (view: AuditView) => void };

function AuditFilters({ view, onChange }: FiltersProps) {
  return (
    <>
      <div className="mb-4 grid items-end justify-between gap-3 md:grid-cols-[minmax(0,26rem)_auto]">
        <Field id="audit-search" label={texts.search}>
          {(control) => (
            <span className="relative block">
              <Search
                size={18}
                strokeWidth={1.6}
                className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-3"
              />
              <Input
                {...control}
                type="search"
                maxLength={200}
                className="pl-11"
                value={view.q}
                onChange={({ target }) => onChange({ ...view, q: target.value })}
              />
            </span>
          )}
        </Field>
        <a
          href={`${auditEndpoints.export}?${toAuditQuery(view)}`}
          download
          aria-label={texts.exportName}
          className={`${buttonClass({ variant: "line", size: "sm" })} max-md:min-h-11`}
        >
          <Download size={16} strokeWidth={1.6} />
          {texts.export}
        </a>
      </div>
      <div className="mb-5 flex flex-wrap gap-2">
        <ChipSelect
          label={texts.when}
          value={view.period}
          options={auditPeriods.map((value) => ({ value, text: texts.periods[value] }))}
          onChange={(period) => onChange({ ...view, period })}
        />
        <ChipSelect
          label={texts.by}
          value={view.by}
          options={(["all", ...auditGroups] as const).map((value) => ({
            value,
            text: texts.groups[value],
          }))}
          onChange={(by) => onChange({ ...view, by })}
        />
      </div>
    </>
  );
}

type EntriesProps = {
  pages: readonly AuditPage[];
  isEverything: boolean;
  onShowAll: () => void;
  more: ReactNode;
};

function Entries({ pages, isEverything, onShowAll, more }: EntriesProps) {
  const [now] = useState(() => new Date());
  const entries = pages.flatMap((page) => page.entries);
  const [first] = pages;
  return (
    <>
      <Broken check={first?.lastCheck ?? null} now={now} />
      {entries.length === 0 ? (
        <div className="border-t border-ink">
          <NoEntries isEverything={isEverything} onShowAll={onShowAll} />
        </div>
      ) : (
        <ol aria-label={texts.list} className="border-t border-ink">
          {entries.map((entry) => (
            <AuditEntryRow key={entry.id} entry={entry} now={now} />
          ))}
        </ol>
      )}
      {more && <p className="mt-4">{more}</p>}
      <p className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-2 text-small text-ink-3">
        <span>
          {timesAre(cityHere())}
          {entries.length > 0 &&
            ` ${texts.range(entries.length, first?.total ?? 0, auditCountLimit)}`}
        </span>
        <span>{describeCheck(first?.lastCheck ?? null, now)}</span>
      </p>
    </>
  );
}

function describeCheck(check: AuditPage["lastCheck"], now: Date): string | null {
  if (!check) return texts.notVerified;
  return check.problems.length > 0
    ? null
    : texts.verified(formatRecentTimeHere(check.at, now), check.entries);
}

function Broken({ check, now }: { check: AuditPage["lastCheck"]; now: Date }) {
  if (!check || check.problems.length === 0) return null;
  return (
    <div className="mb-5">
      <Alert title={texts.broken}>
        {check.problems.slice(0, 3).map(auditMessages.problem).join(" ")}{" "}
        {texts.brokenAt(formatRecentTimeHere(check.at, now))}
      </Alert>
    </div>
  );
}

function NoEntries({ isEverything, onShowAll }: Pick<EntriesProps, "isEverything" | "onShowAll">) {
  if (isEverything) return <EmptyState title={texts.noneTitle}>{texts.none}</EmptyState>;
  return (
    <EmptyState
      title={texts.noMatchTitle}
      action={
        <Button variant="line" onClick={onShowAll}>
          {texts.showAll}
        </Button>
      }
    >
      {texts.noMatch}
    </EmptyState>
  );
}
