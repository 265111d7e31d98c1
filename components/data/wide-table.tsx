import type { ReactNode } from "react";

/** A table that may be wider than a phone. Focusable, so that the keyboard can scroll it. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative overflow-x-auto"
    >
      {children}
    </div>
  );
}
