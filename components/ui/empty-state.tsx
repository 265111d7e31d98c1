import type { ReactNode } from "react";
import { Mark } from "@/components/brand/mark";

export type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  /** A button or link. */
  action?: ReactNode;
};

/** Shown in place of content that doesn't exist yet. */
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
