import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

export type SectionProps = {
  /** Id of the heading. */
  id: string;
  title: ReactNode;
  /** Shown under the heading. */
  lead?: ReactNode;
  /** The first section under a rule needs space above it. */
  isFirst?: boolean;
  children: ReactNode;
};

/** A section under a rule: heading in four of twelve columns, content in eight. */
export function Section({ id, title, lead, isFirst = false, children }: SectionProps) {
  return (
    <section
      aria-labelledby={id}
      className={classNames("pb-(--section)", isFirst && "pt-(--section)")}
    >
      <div className="wrap">
        <div className="grid gap-8 border-t border-ink pt-5 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-10">
          <div>
            <h2 id={id} className="max-w-[11em] text-h2">
              {title}
            </h2>
            {lead && <p className="mt-4 max-w-[48ch] text-ink-2 lg:max-w-[30ch]">{lead}</p>}
          </div>
          <div>{children}</div>
        </div>
      </div>
    </section>
  );
}
