"use client";

import { ErrorCard } from "@/components/ui/error-card";
import { listMessages, pageFailedMessages } from "@/lib/messages/site";

export function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorCard title={listMessages.failed} onRetry={onRetry}>
      {pageFailedMessages.text}
    </ErrorCard>
  );
}
