import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

export type BarRow = {
  key: string;
  label: ReactNode;
  /** Quiet words after the label. */
  detail?: ReactNode;
  /** In words, such as `1,842`. */
  value: ReactNode;
  /** In words, such as `54.0%`. */
  share?: string;
  /** Length of the line, from 0 to 1. */
  length: number;
};

/**
 * Lines of unequal length for funnels, shares, and reasons. It's a list with its numbers in words,
 * so it needs no table behind it. Accent for what is good, ink for reasons.
 */
export function BarList({ rows, isInk = false }: { rows: readonly BarRow[]; isInk?: boolean }) {
  return (
    <ul className="grid">
      {rows.map(({ key, label, detail, value, share, length }) => (
        <li
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-2 border-b border-rule pt-3 pb-3.5 text-label leading-5 first:border-t"
        >
          <span>
            {label}
            {detail !== undefined && <span className="ml-1.5 text-fine text-ink-3">{detail}</span>}
          </span>
          <span className="text-right font-medium tabular-nums">
            {value}
            {share !== undefined && (
              <span className="ml-2.5 inline-block min-w-13 font-normal text-ink-3">{share}</span>
            )}
          </span>
          <span
            aria-hidden="true"
            style={{ width: `${Math.min(1, Math.max(0, length)) * 100}%` }}
            className={classNames(
              "state-mark col-span-full h-[3px] min-w-0.5",
              isInk ? "bg-chart-2" : "bg-accent",
            )}
          />
        </li>
      ))}
    </ul>
  );
}
