"use client";

import { ArrowDown, ArrowUp } from "@/components/ui/icons";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

export type Order = "asc" | "desc";

export type DataColumn<Row, Sort extends string> = {
  key: string;
  label: string;
  /** What a press on the head sorts by; a column without one can't be sorted. */
  sort?: Sort;
  /** Of the head and the cells, such as a width or `hidden md:table-cell`. */
  className?: string;
  cell: (row: Row) => ReactNode;
};

export type DataTableProps<Row extends { id: number }, Sort extends string> = {
  /** For screen readers. */
  label: string;
  columns: readonly DataColumn<Row, Sort>[];
  rows: readonly Row[];
  sort: Sort;
  order: Order;
  onSort: (sort: Sort, order: Order) => void;
  selection: {
    ids: ReadonlySet<number>;
    onChange: (ids: ReadonlySet<number>) => void;
    labelOf: (row: Row) => string;
    allLabel: string;
  };
  isBusy?: boolean;
};

/** A table whose rows can be sorted and selected. The first column is the row's header. */
export function DataTable<Row extends { id: number }, Sort extends string>(
  props: DataTableProps<Row, Sort>,
) {
  const { label, columns, rows, selection, isBusy = false } = props;
  const { ids } = selection;
  const chosen = rows.filter(({ id }) => ids.has(id)).length;
  const toggle = (changed: readonly Row[], isOn: boolean) => {
    const next = new Set(ids);
    for (const { id } of changed) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    selection.onChange(next);
  };
  return (
    <table
      aria-label={label}
      aria-busy={isBusy || undefined}
      className={classNames(
        "w-full table-fixed border-collapse text-label leading-5 max-md:border-t max-md:border-ink",
        isBusy && "opacity-60",
      )}
    >
      {/* The widths apply even where the head is only for screen readers. */}
      <colgroup>
        <col className="w-11" />
        {columns.map(({ key, className }) => (
          <col key={key} className={className} />
        ))}
      </colgroup>
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className="border-b border-ink pl-2 text-left">
            <Box
              label={selection.allLabel}
              isOn={rows.length > 0 && chosen === rows.length}
              isPartly={chosen > 0 && chosen < rows.length}
              onChange={(isOn) => toggle(rows, isOn)}
            />
          </th>
          {columns.map((column) => (
            <Head key={column.key} column={column} {...props} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-selected={ids.has(row.id) || undefined}
            className="group border-b border-rule hover:bg-well min-[80rem]:h-11 data-[selected]:bg-accent-tint/50"
          >
            <td className="pl-2 max-md:pt-3 max-md:align-top">
              <Box
                label={selection.labelOf(row)}
                isOn={ids.has(row.id)}
                onChange={(isOn) => toggle([row], isOn)}
              />
            </td>
            {columns.map(({ key, className, cell }, index) =>
              index === 0 ? (
                <th key={key} scope="row" className={classNames(cellClass, className)}>
                  {cell(row)}
                </th>
              ) : (
                <td key={key} className={classNames(cellClass, className)}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cellClass = "py-2.5 min-[80rem]:py-1 pr-4 text-left font-normal max-md:align-top last:pr-2";

function Head<Row extends { id: number }, Sort extends string>({
  column: { label, sort: own, className },
  sort,
  order,
  onSort,
}: DataTableProps<Row, Sort> & { column: DataColumn<Row, Sort> }) {
  const isSorted = own !== undefined && own === sort;
  const Arrow = order === "asc" ? ArrowUp : ArrowDown;
  const shared = classNames(
    "border-b border-ink py-2.5 pr-4 text-left align-bottom text-fine font-medium whitespace-nowrap text-ink-3 last:pr-2",
    className,
  );
  if (own === undefined) {
    return (
      <th scope="col" className={shared}>
        <span className="inline-flex min-h-6 items-center">{label}</span>
      </th>
    );
  }
  return (
    <th
      scope="col"
      className={shared}
      aria-sort={isSorted ? (order === "asc" ? "ascending" : "descending") : "none"}
    >
      <button
        type="button"
        className={classNames(
          "inline-flex min-h-6 items-center gap-1 font-medium hover:text-ink",
          isSorted && "text-ink",
        )}
        onClick={() => onSort(own, isSorted && order === "asc" ? "desc" : "asc")}
      >
        {label}
        {isSorted && <Arrow aria-hidden="true" size={13} strokeWidth={2} />}
      </button>
    </th>
  );
}

type BoxProps = {
  label: string;
  isOn: boolean;
  isPartly?: boolean;
  onChange: (isOn: boolean) => void;
};

function Box({ label, isOn, isPartly = false, onChange }: BoxProps) {
  return (
    <span className="state-mark relative inline-grid size-6 place-items-center align-middle">
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        ref={(box) => {
          if (box) box.indeterminate = isPartly;
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="peer size-4.5 cursor-pointer appearance-none rounded-1 border border-edge bg-sheet checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-ink"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute hidden h-2.5 w-1.5 -translate-y-px rotate-45 border-r-2 border-b-2 border-on-accent peer-checked:block peer-indeterminate:hidden"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute hidden h-0.5 w-2.5 bg-on-accent peer-indeterminate:block"
      />
    </span>
  );
}
