import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

/** Rows of a name and a value, with hairlines between them. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="border-t border-rule">{children}</dl>;
}

export type RowProps = {
  name: ReactNode;
  /** A quiet line below the value. */
  note?: ReactNode;
  isWrong?: boolean;
  children: ReactNode;
};

export function Row({ name, note, isWrong = false, children }: RowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4 border-b border-rule py-2.5 text-label">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere] tabular-nums">
        <span className={classNames(isWrong && "font-medium text-alarm")}>{children}</span>
        {note && <span className="block text-small text-ink-3">{note}</span>}
      </dd>
    </div>
  );
}
