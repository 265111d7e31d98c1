"use client";

import { PageFailed } from "@/components/layout/page-failed";

/** Whatever a page could not handle itself. */
export default function PageError({ reset }: { reset: () => void }) {
  return <PageFailed onRetry={reset} />;
}
