import type { ReactNode } from "react";

/** Rows of a name and a value. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-5">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-4 border-t border-rule py-3 text-label"
        >
          <dt className="text-ink-3">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
