import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** What a screen looks like once its data is here, so that nothing moves when it arrives. */
export type SkeletonShape = keyof typeof shapes;

const widths = ["w-3/4", "w-full", "w-1/2"] as const;

function Bar({ className }: { className?: string | undefined }) {
  return (
    <span
      className={classNames(
        "block h-4 rounded-1 bg-rule opacity-70 animate-wait forced-colors:border",
        className,
      )}
    />
  );
}

/** Lines between hairlines. */
function Lines({ count, className }: { count: number; className: string }) {
  return Array.from({ length: count }, (_, index) => (
    <span
      key={index}
      className={classNames(
        "grid grid-cols-[5.25rem_minmax(0,1fr)_4rem] items-center gap-5 border-b border-rule",
        className,
      )}
    >
      <Bar />
      <Bar className={widths[index % widths.length]} />
      <Bar />
    </span>
  ));
}

function FigureRow() {
  return (
    <span className="mt-6 grid grid-cols-2 gap-x-5 border-t border-ink lg:grid-cols-5 lg:border-b lg:border-b-rule">
      {[1, 2, 3, 4, 5].map((figure) => (
        <span key={figure} className="py-4">
          <Bar className="w-2/3" />
          <Bar className="mt-2.5 h-8 w-1/2" />
        </span>
      ))}
    </span>
  );
}

/** Two columns on wide screens, the first a little wider. */
function Columns() {
  return (
    <span className="mt-12 grid gap-x-16 gap-y-12 min-[62rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <span>
        <Lines count={5} className="h-13" />
      </span>
      <span>
        <Lines count={3} className="h-13" />
      </span>
    </span>
  );
}

const shapes = {
  list: <Lines count={3} className="h-15" />,
  table: (
    <>
      <span className="mt-4 flex min-h-14 items-center">
        <Bar className="w-32" />
      </span>
      <span className="block border-t border-ink">
        <Lines count={12} className="h-24 md:h-15 min-[80rem]:h-11" />
      </span>
    </>
  ),
  figures: (
    <>
      <FigureRow />
      <Bar className="mt-12 h-72" />
      <Columns />
    </>
  ),
  today: (
    <>
      <span className="grid items-end gap-x-10 gap-y-3 pb-8 min-[62rem]:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <span>
          <Bar className="w-48" />
          <Bar className="mt-4 h-10 w-3/4" />
        </span>
        <span className="grid gap-3">
          <Bar />
          <Bar className="w-4/5" />
          <Bar className="w-2/5" />
        </span>
      </span>
      <span className="block border-t-[3px] border-ink">
        <Lines count={5} className="h-28 min-[68rem]:h-18" />
      </span>
      <Columns />
    </>
  ),
  person: (
    <>
      <Bar className="h-10 w-64 max-w-full" />
      <Bar className="mt-4 w-80 max-w-full" />
      <span className="mt-8 block border-y border-rule py-8">
        <Bar className="w-3/4" />
      </span>
      <Columns />
    </>
  ),
  columns: <Columns />,
} satisfies Record<string, ReactNode>;

/** Stands in for data that is loading. */
export function Skeleton({
  label,
  shape = "list",
}: {
  label: string;
  shape?: SkeletonShape | undefined;
}) {
  return (
    <output className="block">
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="block">
        {shapes[shape]}
      </span>
    </output>
  );
}
