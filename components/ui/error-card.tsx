import type { ReactNode } from "react";
import { EmptyState } from "./empty-state";

/** A region whose content could not be fetched, and how to try again. It is read out at once. */
export function ErrorCard(props: { title: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert">
      <EmptyState {...props} />
    </div>
  );
}
