import type { ReactNode } from "react";
import { listMessages } from "@/lib/messages/site";
import { Button } from "./button";
import { EmptyState } from "./empty-state";

export type ErrorCardProps = { title: ReactNode; children?: ReactNode; onRetry: () => void };

/** Shown in place of content that failed to load. Screen readers announce it immediately. */
export function ErrorCard({ title, children, onRetry }: ErrorCardProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        action={
          <Button variant="line" onClick={onRetry}>
            {listMessages.tryAgain}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
