"use client";

import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { listMessages } from "@/lib/messages/site";

/** The list could not be fetched. */
export function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorCard
      title={listMessages.failed}
      action={
        <Button variant="line" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The line dropped on our side. Your place is kept.
    </ErrorCard>
  );
}
