import type { ReactNode } from "react";
import { EmptyState } from "./empty-state";

/** Shown in place of content that failed to load. Screen readers announce it immediately. */
export function ErrorCard(props: { title: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert">
      <EmptyState {...props} />
    </div>
  );
}
