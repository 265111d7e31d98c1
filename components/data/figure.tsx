import type { ReactNode } from "react";
import { classNames } from "../ui/class-names";

export type FigureProps = {
  /** Text, or a Definition. */
  label: ReactNode;
  value: ReactNode;
  /** One quiet line below; `<b>` stands out in it. */
  note?: ReactNode;
};

/** A label, a large number, and one quiet line. Only inside Figures. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="min-w-0 border-b border-rule py-4 pr-3 odd:last:col-span-full even:border-l even:pl-3.5 sm:pr-5 sm:even:pl-5 lg:border-b-0 lg:odd:last:col-span-1 lg:not-first:border-l lg:not-first:pl-5">
      <dt className="text-small text-ink-3">{label}</dt>
      <dd>
        <div className="mt-0.5 font-serif text-[clamp(1.5rem,1.05rem+1.5vw,2rem)] leading-[1.2] font-display tracking-[-.016em] tabular-nums lining-nums">
          {value}
        </div>
        {note !== undefined && (
          <div className="text-fine text-ink-3 tabular-nums [&_b]:font-medium [&_b]:text-ink-2">
            {note}
          </div>
        )}
      </dd>
    </div>
  );
}

const columnClasses = {
  2: "lg:grid-cols-2",
  3: "lg:grid-cols-3",
  4: "lg:grid-cols-4",
  5: "lg:grid-cols-5",
} as const;

/** A row of figures with hairlines between them; two columns on narrow screens. */
export function Figures({
  columns,
  className,
  children,
}: {
  columns: keyof typeof columnClasses;
  className?: string;
  children: ReactNode;
}) {
  return (
    <dl
      className={classNames(
        "grid grid-cols-2 border-t border-ink lg:border-b lg:border-b-rule",
        columnClasses[columns],
        className,
      )}
    >
      {children}
    </dl>
  );
}
