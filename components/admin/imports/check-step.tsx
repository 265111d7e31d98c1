"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureReason } from "@/components/admin/failure-reason";
import { AdminSection } from "@/components/admin/shell/page";
import { Figure, Figures } from "@/components/data/figure";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldError } from "@/components/ui/field";
import { changeImport, discardImport, importsKey, startImport } from "@/lib/client/admin/imports";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import {
  importEndpoints,
  undecidedColumns,
  type ImportChange,
  type ImportView,
} from "@/lib/contracts/admin/imports";
import { importMessages, importScreen as messages } from "@/lib/messages/admin/imports";
import { formatCount } from "@/lib/messages/counts";
import { ColumnTable } from "./column-table";
import { ProblemRows } from "./problem-rows";

type CheckStepProps = { view: ImportView; onClose: () => void };

/** What importing the file would do, with its columns and the rows that need a fix. */
export function CheckStep({ view, onClose }: CheckStepProps) {
  const { change, error: changeError, isChecking } = useChange(view);
  const { counts, fileName, source } = view;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-h3 [overflow-wrap:anywhere]">{fileName}</h2>
          <p className="mt-1 text-label text-ink-2">{messages.sources[source]}</p>
        </div>
        <Discard view={view} onClose={onClose} />
      </div>
      <div aria-live="polite" aria-busy={isChecking}>
        <Figures columns={4}>
          <Figure
            label={messages.willBeAdded}
            value={formatCount(counts.added)}
            note={messages.newPeople}
          />
          <Figure
            label={messages.willBeUpdated}
            value={formatCount(counts.updated)}
            note={messages.sameEmail}
          />
          <Figure
            label={messages.alreadySame}
            value={formatCount(counts.unchanged)}
            note={messages.nothingChanges}
          />
          <Figure
            label={messages.needFix}
            value={formatCount(counts.rejected)}
            note={messages.skippedUnlessFixed}
          />
        </Figures>
      </div>
      {changeError && (
        <div className="mt-6">
          <FieldError id="import-change-error">{changeError}</FieldError>
        </div>
      )}
      <Notes view={view} />
      <ColumnTable view={view} isBusy={isChecking} onChange={change} />
      <ProblemRows view={view} isBusy={isChecking} onChange={change} />
      <Start view={view} />
    </>
  );
}

/** Who gets no email, and what is left out of the imported rows; empty if there's neither. */
function Notes({ view: { id, notes } }: { view: ImportView }) {
  const cells = (["phones", "timezones", "names"] as const)
    .filter((kind) => notes[kind] > 0)
    .map((kind) => messages.leftOutCells[kind](notes[kind]));
  if (notes.emailOff === 0 && cells.length === 0) return null;
  return (
    <div className="mt-6 grid max-w-[64ch] gap-2 text-label text-ink-2">
      {notes.emailOff > 0 && <p>{messages.emailOffNote(notes.emailOff)}</p>}
      {cells.length > 0 && (
        <p>
          {messages.leftOutNote(cells)}{" "}
          <a href={importEndpoints.problems(id)} className="underline" download>
            {messages.downloadLeftOut}
          </a>
        </p>
      )}
    </div>
  );
}

/** Sends a change of the columns or rows, and shows the new check. */
function useChange(view: ImportView) {
  const queryClient = useQueryClient();
  const { mutate, isBusy, error } = useSingleMutation({
    mutationFn: (body: ImportChange) => changeImport(view.id, body),
    onSuccess: (changed) => queryClient.setQueryData([importsKey, "one", view.id], changed),
  });
  const current: ImportChange = {
    columns: view.columns.map(({ column }) => column),
    fixes: view.fixes,
    defaultStatus: view.defaultStatus,
    country: view.country,
  };
  return {
    isChecking: isBusy,
    error: error ? failureReason(error) : undefined,
    change: (part: Partial<ImportChange>) => mutate({ ...current, ...part }),
  };
}

function Discard({ view, onClose }: CheckStepProps) {
  const queryClient = useQueryClient();
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: () => discardImport(view.id),
    onSettled: async () => {
      await refetchAll(queryClient, [importsKey]);
      onClose();
    },
  });
  return (
    <Button variant="line" size="sm" isBusy={isBusy} onClick={() => mutate()}>
      {messages.chooseAnother}
    </Button>
  );
}

function Start({ view }: { view: ImportView }) {
  const undecided = undecidedColumns(view.columns);
  const [hasConsent, setConsent] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isBusy, error } = useSingleMutation({
    mutationFn: () => startImport(view.id, hasConsent),
    onSuccess: () => refetchAll(queryClient, [importsKey]),
  });
  return (
    <AdminSection id="import-consent" title={messages.consent} className="mt-12">
      <Checkbox
        id="has-consent"
        checked={hasConsent}
        onChange={({ target }) => setConsent(target.checked)}
        label={
          <>
            {messages.consentLabel} <span className="text-ink-2">{messages.textsStayOff}</span>
          </>
        }
      />
      <div className="mt-6 button-row sm:gap-x-6 border-t border-ink pt-5">
        <Button
          isBusy={isBusy}
          disabled={!hasConsent || view.total === 0 || undecided.length > 0}
          onClick={() => mutate()}
          className="w-full sm:w-auto"
        >
          {messages.start(view.total)}
        </Button>
        <p className="text-label text-ink-2">
          {undecided.length > 0 ? importMessages.undecided(undecided) : messages.nothingSentNow}
        </p>
      </div>
      {error && (
        <div className="mt-4">
          <FieldError id="import-start-error">{failureReason(error)}</FieldError>
        </div>
      )}
    </AdminSection>
  );
}
