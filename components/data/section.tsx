import { useId, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

export type DataSectionProps = {
  title: ReactNode;
  /** At the end of the heading's line. */
  note?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a page with an ink line and a heading. */
export function DataSection({ title, note, className, children }: DataSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames("min-w-0", className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-ink py-4">
        <h2 id={id} className="text-h3 leading-7">
          {title}
        </h2>
        {note !== undefined && <div className="text-small text-ink-3">{note}</div>}
      </div>
      {children}
    </section>
  );
}
