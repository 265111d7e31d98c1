"use client";

import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { listSentences } from "@/lib/contracts/public-sentences";

/** The list could not be fetched. */
export function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorCard
      title={listSentences.failed}
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
