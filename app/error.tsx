"use client";

import { PageFailed } from "@/components/layout/page-failed";

export default function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  return <PageFailed error={error} onRetry={reset} />;
}
