import type { ReactNode } from "react";

/** A part of the account under its heading, with a line above. */
export function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-ink pt-6 pb-12 first:border-t-0">
      <h2 id={id} className="mb-5 text-h3">
        {title}
      </h2>
      {children}
    </section>
  );
}
