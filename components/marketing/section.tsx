import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

/** What `Section` takes. */
export type SectionProps = {
  /** Id of the heading, which names the section. */
  id: string;
  title: ReactNode;
  /** A sentence under the heading. */
  lead?: ReactNode;
  /** Keeps the room above, as the first section under a line needs it. */
  isFirst?: boolean;
  children: ReactNode;
};

/** A section under an ink line: its head in four columns of twelve, its content in eight. */
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
