"use client";

import { useState } from "react";
import { AdminSection } from "@/components/admin/shell/page";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import {
  importEndpoints,
  type ImportChange,
  type ImportProblem,
  type ImportView,
} from "@/lib/contracts/admin/imports";
import { importScreen as messages } from "@/lib/messages/admin/imports";

export type ProblemRowsProps = {
  view: ImportView;
  isBusy: boolean;
  onChange: (change: Partial<ImportChange>) => void;
};

/** The rows that can't be imported, each with a field to correct it; empty if there are none. */
export function ProblemRows({ view, isBusy, onChange }: ProblemRowsProps) {
  const { problems, counts, fixes } = view;
  // By cell, because a change of the columns can make other cells of the same rows wrong for a while.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const valueOf = (problem: ImportProblem) => typed[cellOf(problem)] ?? problem.value;
  const corrected = problems.filter((problem) => valueOf(problem) !== problem.value);
  const corrections: ImportChange["fixes"] = {
    ...fixes,
    ...Object.fromEntries(
      corrected.flatMap((problem) => {
        const { line, column } = problem;
        if (column === null) return [];
        return [[line, { ...fixes[line], [column]: valueOf(problem) }] as const];
      }),
    ),
  };
  if (problems.length === 0) return null;
  const more = counts.rejected - problems.length;
  return (
    <AdminSection
      id="import-problems"
      title={messages.rowsNeedFix(counts.rejected)}
      className="mt-12"
      action={
        <a href={importEndpoints.problems(view.id)} className="text-label underline" download>
          {messages.downloadRows}
        </a>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ fixes: corrections });
        }}
      >
        <ul className="border-t border-ink">
          {problems.map((problem) => (
            <ProblemRow
              key={problem.line}
              problem={problem}
              value={valueOf(problem)}
              isBusy={isBusy}
              onType={(value) => setTyped({ ...typed, [cellOf(problem)]: value })}
              onSkip={() => onChange({ fixes: { ...corrections, [problem.line]: null } })}
            />
          ))}
        </ul>
        {more > 0 && <p className="mt-3 text-label text-ink-3">{messages.andMore(more)}</p>}
        <Button
          type="submit"
          variant="line"
          isBusy={isBusy}
          disabled={corrected.length === 0}
          className="mt-5 w-full sm:w-auto"
        >
          {messages.checkAgain}
        </Button>
      </form>
    </AdminSection>
  );
}

const cellOf = ({ line, column }: ImportProblem) => `${line} ${column}`;

function ProblemRow(props: {
  problem: ImportProblem;
  value: string;
  isBusy: boolean;
  onType: (value: string) => void;
  onSkip: () => void;
}) {
  const { problem, value, isBusy, onType, onSkip } = props;
  const { line, name, column, reason } = problem;
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-rule py-4 sm:grid-cols-[4rem_10rem_1fr_auto] sm:items-start">
      <p className="text-label text-ink-2 tabular-nums sm:pt-9">
        <span className="sm:sr-only">{messages.row} </span>
        {line}
      </p>
      <p className="text-label font-medium [overflow-wrap:anywhere] sm:pt-9">{name}</p>
      {column === null ? (
        <p className="text-label text-alarm sm:pt-9">{reason}</p>
      ) : (
        <Field
          id={`fix-${line}`}
          label={messages.cellLabel(messages.columnLabels[column], line)}
          error={reason}
        >
          {(control) => (
            <Input
              {...control}
              value={value}
              autoComplete="off"
              onChange={({ target }) => onType(target.value)}
            />
          )}
        </Field>
      )}
      <Button
        variant="quiet"
        size="sm"
        disabled={isBusy}
        aria-label={`${messages.skipRow} ${line}`}
        onClick={onSkip}
        className="justify-self-start sm:mt-7"
      >
        {messages.skipRow}
      </Button>
    </li>
  );
}
