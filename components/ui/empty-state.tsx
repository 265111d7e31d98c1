import type { ReactNode } from "react";
import { Mark } from "@/components/brand/mark";

/** What `EmptyState` takes. */
export type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  /** A button or link under the words. */
  action?: ReactNode;
};

/** A region that has nothing to show, and what to do about it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 py-12 text-center">
      <Mark className="mb-2 h-7 w-8 text-edge" />
      <h2 className="text-h3">{title}</h2>
      {children && <p className="max-w-[40ch] text-ink-2">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
