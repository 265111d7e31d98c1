"use client";

import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { listMessages, pageFailedMessages } from "@/lib/messages/site";

export function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorCard
      title={listMessages.failed}
      action={
        <Button variant="line" onClick={onRetry}>
          {listMessages.tryAgain}
        </Button>
      }
    >
      {pageFailedMessages.text}
    </ErrorCard>
  );
}
