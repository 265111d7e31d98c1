import type { ReactNode } from "react";

/** Takes the place of the line above a table while rows are selected. */
export function BulkBar(props: { label: string; count: ReactNode; children: ReactNode }) {
  const { label, count, children } = props;
  return (
    <section
      aria-label={label}
      className="flex min-h-14 flex-wrap items-center gap-x-5 rounded-2 bg-ink px-3.5 py-2 text-small text-on-ink"
    >
      <b className="w-full font-medium tabular-nums md:w-auto">{count}</b>
      {children}
    </section>
  );
}

/** An action on the selected rows. */
export function BulkAction({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="min-h-10 font-medium underline decoration-1 underline-offset-[.22em] last:ml-auto focus-visible:outline-paper"
    >
      {children}
    </button>
  );
}
