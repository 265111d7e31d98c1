"use client";

import { PageFailed } from "@/components/layout/page-failed";
import { ReportHydrated } from "@/components/layout/report-hydrated";
import { brand } from "@/lib/brand";
import { pageFailedMessages } from "@/lib/messages/site";
import "./globals.css";

/** Shown when even the root layout fails to render. */
export default function GlobalError({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>{`${pageFailedMessages.title} | ${brand.name}`}</title>
        <PageFailed error={error} onRetry={reset} />
        <ReportHydrated />
      </body>
    </html>
  );
}
