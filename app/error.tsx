"use client";

import { PageFailed } from "@/components/layout/page-failed";

export default function PageError({ reset }: { reset: () => void }) {
  return <PageFailed onRetry={reset} />;
}
